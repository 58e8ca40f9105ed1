package io.florin.ordering.chain.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.chain.ChainEvent;
import io.florin.ordering.chain.ChainMessage;
import io.florin.ordering.chain.ChainMessageCodec;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Ed25519PartyKeys;
import io.florin.ordering.protocol.Parties;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A party that sends more than its share to a chain that has no time for it.
class ChainMailboxTest {
    private static final int LIAR = 1;
    private static final int HONEST = 2;
    private static final ChainProperties WAITS = new ChainProperties(
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(1),
            Duration.ofHours(1),
            Duration.ofHours(1),
            Duration.ofHours(1),
            Duration.ofHours(1),
            Duration.ofHours(1),
            Duration.ofHours(1));

    private final TestNetwork network = new TestNetwork(5);
    private final Parties parties = Parties.of(network.configuration().ordering());
    private final ChainLoop chain;

    ChainMailboxTest(@TempDir Path directory) {
        this.chain = new ChainLoop(
                directory,
                network.networkId(),
                parties,
                new Ed25519PartyKeys(
                        0, network.party(0), network.configuration().ordering()),
                WAITS,
                Optional.empty(),
                new NoSurroundings(),
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                });
    }

    @AfterEach
    void close() {
        chain.close();
    }

    @Test
    void aFloodLeavesRoomForOthersAndForDecisions() throws Exception {
        byte[] signature = ChainMessageCodec.encode(
                new ChainMessage.HeaderSignature(1, network.networkId().value(), Bytes.of(new byte[64])));
        int taken = 0;
        for (int i = 0; i < 2 * ChainLoop.MAILBOX; i++) {
            taken += chain.receive(LIAR, signature) ? 1 : 0;
        }
        assertThat(taken).isLessThan(ChainLoop.MAILBOX / 2);
        assertThat(chain.receive(HONEST, signature)).isTrue();
        assertThat(chain.offer(new ChainEvent.Tick(1))).isTrue();
    }

    /// Each of these bodies is as long as a block; a few of them are all that a party can make others remember.
    @Test
    void aFloodOfLongMessagesTakesFewBytes() {
        byte[] body = body(1024 * 1024);
        long bytes = 0;
        for (int i = 0; i < 100; i++) {
            bytes += chain.receive(LIAR, body) ? body.length : 0;
        }
        assertThat(bytes).isBetween((long) body.length, 8L * 1024 * 1024);
        assertThat(chain.receive(HONEST, body)).isTrue();
    }

    @Test
    void whatHasBeenDoneMakesRoomAgain() {
        byte[] body = body(1024 * 1024);
        while (chain.receive(LIAR, body)) {
            assertThat(chain.depth()).isLessThan(100);
        }
        chain.start();
        await().atMost(Patience.LIMIT).until(() -> chain.receive(LIAR, body));
    }

    @Test
    void refusesMessagesLongerThanABlock() {
        byte[] body = body(Block.ENCODED_SIZE_MAX + 1);
        assertThatThrownBy(() -> chain.receive(LIAR, body)).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> chain.receive(LIAR, new byte[] {99})).isInstanceOf(DecodeException.class);
    }

    private byte[] body(int size) {
        List<Bytes> entries = List.of(Bytes.of(new byte[size / 2]), Bytes.of(new byte[size - size / 2]));
        Bytes32 root = Block.entriesRoot(entries);
        var header = new BlockHeader(network.networkId(), 1, network.networkId().value(), root, 1, 1);
        return ChainMessageCodec.encode(new ChainMessage.Body(Candidate.of(header, entries)));
    }
}
