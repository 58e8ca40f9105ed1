package io.florin.bank.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.doubles.api.UnaskedCommitter;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import org.junit.jupiter.api.Test;

class CommitterHeadTest {
    private final TestNetwork network = new TestNetwork(3);
    private final NetworkConfiguration first = network.configuration();
    private final NetworkConfiguration second = EditedConfiguration.after(first).build();
    private int asked;
    private LedgerHead said = new LedgerHead(network.networkId().toHex(), 7, "", "", first.version());
    private final CommitterHead head = new CommitterHead(network.networkId(), new UnaskedCommitter() {
        @Override
        public LedgerHead head() {
            asked++;
            return said;
        }
    });

    /// Of whatever else it has (nobody should ask this committer), and however often the bank wants to know.
    @Test
    void aPassIsOneQuestionAndLookingIsNone() {
        for (int pass = 1; pass <= 3; pass++) {
            head.refresh();
            assertThat(asked).isEqualTo(pass);
            assertThat(head.isPast(first)).isFalse();
            assertThat(head.isReplaced(first.version(), 7)).isFalse();
            assertThat(head.block()).isEqualTo(7);
            assertThat(asked).isEqualTo(pass);
        }
    }

    /// Payments made in between would be refused, five times each and then for good.
    @Test
    void knowsThatTheLedgerIsUnderAnotherConfigurationThanWasFollowed() {
        assertThat(head.isPast(first)).as("before it was asked").isFalse();
        head.refresh();
        assertThat(head.isPast(first)).isFalse();

        said = new LedgerHead(network.networkId().toHex(), 9, "", "", second.version());
        head.refresh();

        assertThat(head.isPast(first)).isTrue();
        assertThat(head.isPast(second)).isFalse();
        assertThat(head.block()).isEqualTo(9);
    }

    @Test
    void saysWithWhichBlockAtTheLatestAVersionWasReplaced() {
        assertThat(head.isReplaced(0, 100)).as("before it was asked").isFalse();
        head.refresh();
        assertThat(head.isReplaced(first.version(), 7)).isFalse();

        said = new LedgerHead(network.networkId().toHex(), 9, "", "", second.version());
        head.refresh();

        assertThat(head.isReplaced(first.version(), 9)).isTrue();
        assertThat(head.isReplaced(first.version(), 10)).isTrue();
        assertThat(head.isReplaced(first.version(), 8))
                .as("perhaps with block 9")
                .isFalse();
        assertThat(head.isReplaced(second.version(), 9)).isFalse();
    }

    @Test
    void believesNoCommitterOfAnotherNetwork() {
        said = new LedgerHead(new TestNetwork(4).networkId().toHex(), 9, "", "", second.version());

        assertThatThrownBy(head::refresh).isInstanceOf(Failure.class);
        assertThat(head.isPast(first)).isFalse();
    }
}
