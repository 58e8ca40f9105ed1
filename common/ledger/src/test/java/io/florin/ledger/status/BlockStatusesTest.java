package io.florin.ledger.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.RandomWorkload;
import io.florin.ledger.replay.SerialReplay;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Encoded statuses, whole and in part.
class BlockStatusesTest {
    private final TestNetwork network = new TestNetwork(41);
    private final BlockStatuses statuses = statuses();

    private BlockStatuses statuses() {
        var applied = new SerialReplay(network.genesis())
                .apply(new TestChain(network).appendEntries(new RandomWorkload(network, 7).entries(1)));
        assertThat(applied.outcomes()).isNotEmpty();
        return network.statuses(applied.checkpoint(), applied.outcomes());
    }

    @Test
    void theSignedCheckpointIsTheSameWithoutTheOutcomes() {
        assertThat(BlockStatuses.decode(statuses.encode())).isEqualTo(statuses);
        assertThat(BlockStatuses.signedIn(statuses.encode())).isEqualTo(statuses.signed());
        BlockStatuses none = new BlockStatuses(statuses.checkpoint(), List.of(), 2, statuses.signature());
        assertThat(BlockStatuses.signedIn(none.encode())).isEqualTo(none.signed());
    }

    @Test
    void tooFewBytesHaveNoSignedCheckpoint() {
        byte[] none = new BlockStatuses(statuses.checkpoint(), List.of(), 0, statuses.signature()).encode();
        assertThatThrownBy(() -> BlockStatuses.signedIn(Arrays.copyOf(none, none.length - 1)))
                .isInstanceOf(DecodeException.class);
    }
}
