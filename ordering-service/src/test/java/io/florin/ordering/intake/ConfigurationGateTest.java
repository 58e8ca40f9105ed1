package io.florin.ordering.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.ConfigurationBundles;
import io.florin.ordering.intake.ConfigurationGate.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigurationGateTest {
    private static final String ENDORSER = "endorser/1";
    private static final int PER_SECOND = 4;

    private final TestNetwork network = new TestNetwork(7);
    private final ConfigurationBundles changes = new ConfigurationBundles(network);
    private final Bundle good = changes.endorsed(changes.change(1, 100, 2_000));
    private final Bundle forged = changes.forged(good, changes.change(1, 100, 3_000));
    private NetworkConfiguration inForce = network.configuration();
    private int looks;
    private final ConfigurationGate gate = new ConfigurationGate(
            network.networkId(),
            () -> {
                looks++;
                return inForce;
            },
            PER_SECOND);

    @Test
    void letsAnEndorsedChangeIn() {
        assertThat(gate.ask(ENDORSER, good, 0)).isEqualTo(Answer.LET_IN);
    }

    @Test
    void refusesWhatTheEndorsersDidNotSign() {
        assertThat(gate.ask(ENDORSER, forged, 0)).isEqualTo(Answer.NOT_ENDORSED);
        assertThat(gate.ask(ENDORSER, changes.ofAnotherEpoch(good), 0)).isEqualTo(Answer.NOT_ENDORSED);
    }

    /// The key that is in force decides, not the one of genesis.
    @Test
    void asksForTheConfigurationInForceEachTime() {
        NetworkConfiguration genesis = inForce;
        inForce = ofTheNextEpoch(genesis);
        assertThat(gate.ask(ENDORSER, good, 0)).isEqualTo(Answer.NOT_ENDORSED);
        inForce = genesis;
        assertThat(gate.ask(ENDORSER, good, 0)).isEqualTo(Answer.LET_IN);
    }

    /// Other namespaces are the committers' to check; whatever the gate has checked before, they pass at no cost.
    @Test
    void letsBundlesOfOtherNamespacesInUnseen() {
        Bundle payment = new Bundle(
                TestNetwork.CURRENCY, 1, 1, List.of(Bytes.of(new byte[60])), List.of(), Bytes.of(new byte[48]));
        for (int i = 0; i < 1000; i++) {
            assertThat(gate.ask(ENDORSER, payment, 0)).isEqualTo(Answer.LET_IN);
        }
        assertThat(looks).isZero();
    }

    @Test
    void checksSoManyOfASenderAndNoMore() {
        for (int i = 0; i < PER_SECOND; i++) {
            assertThat(gate.ask("topic", forged, 0)).isEqualTo(Answer.NOT_ENDORSED);
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(gate.ask("topic", good, 0)).isEqualTo(Answer.TOO_MANY);
        }
        assertThat(looks).isEqualTo(PER_SECOND);
        assertThat(gate.ask("topic", good, 1000 / PER_SECOND)).isEqualTo(Answer.LET_IN);
        assertThat(gate.ask("topic", good, 1000 / PER_SECOND)).isEqualTo(Answer.TOO_MANY);
    }

    @Test
    void aFloodOfOneSenderLeavesTheOthersTheirs() {
        for (int i = 0; i < 1000; i++) {
            gate.ask("topic", forged, 0);
        }
        assertThat(gate.ask(ENDORSER, good, 0)).isEqualTo(Answer.LET_IN);
    }

    /// Certificates limit how many names there are; memory must not hang on that.
    @Test
    void sendersBeyondABoundShareOneAllowance() {
        int letIn = 0;
        for (int i = 0; i < 10 * ConfigurationGate.SENDERS_MAX; i++) {
            letIn += gate.ask("endorser/" + i, good, 0) == Answer.LET_IN ? 1 : 0;
        }
        assertThat(letIn).isEqualTo(ConfigurationGate.SENDERS_MAX + PER_SECOND);
    }

    private static NetworkConfiguration ofTheNextEpoch(NetworkConfiguration now) {
        return EditedConfiguration.after(now)
                .endorserGroups(now.endorserGroups().stream()
                        .map(group -> new NetworkConfiguration.EndorserGroup(
                                group.namespace(),
                                group.epoch() + 1,
                                group.threshold(),
                                group.groupKey(),
                                group.verificationKeys()))
                        .toList())
                .build();
    }
}
