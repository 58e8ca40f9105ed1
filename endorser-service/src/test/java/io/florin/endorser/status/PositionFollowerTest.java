package io.florin.endorser.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.ProvenStatus;
import io.florin.endorser.status.PositionFollower.ToldStatuses;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PositionFollowerTest {

    private final TestNetwork network = new TestNetwork(8);
    private final PositionFollower follower =
            new PositionFollower(network.networkId(), new LedgerPosition(network.configuration(), 0));
    private final TransactionId payment = new TransactionId(network.newId());

    @Test
    void takesStatusesThatACommitterSigned() {
        BlockStatuses statuses = statuses(4, outcome(0, TransactionStatus.COMMITTED, payment));

        assertThat(follower.statuses(Bytes.of(statuses.encode())))
                .contains(new ToldStatuses(4, List.of(new ProvenStatus(payment, TransactionStatus.COMMITTED, 4))));
        assertThat(follower.position().height()).as("before they are kept").isZero();
    }

    @Test
    void garbageUnderAPaymentsIdSaysNothingAboutThePayment() {
        BlockStatuses statuses = statuses(
                4,
                outcome(0, TransactionStatus.MALFORMED_ENDORSEMENT, payment),
                outcome(1, TransactionStatus.REJECTED_DUPLICATE_TX_ID, payment));

        assertThat(follower.statuses(Bytes.of(statuses.encode()))).contains(new ToldStatuses(4, List.of()));
    }

    @Test
    void refusesStatusesNobodySigned() {
        BlockStatuses signed = statuses(4, outcome(0, TransactionStatus.COMMITTED, payment));
        var changed = new BlockStatuses(
                signed.checkpoint(),
                List.of(outcome(0, TransactionStatus.ABORTED_EXPIRED, payment)),
                0,
                signed.signature());
        var foreign = new BlockStatuses(
                signed.checkpoint(),
                signed.outcomes(),
                0,
                network.auditor().sign(signed.checkpoint().signedMessage()));

        assertThat(follower.statuses(Bytes.of(changed.encode()))).isEmpty();
        assertThat(follower.statuses(Bytes.of(foreign.encode()))).isEmpty();
        assertThat(follower.statuses(Bytes.of(new byte[] {1}))).isEmpty();
        assertThat(follower.position().height()).isZero();
    }

    @Test
    void refusesStatusesOfAnotherNetwork() {
        var other = new TestNetwork(9);
        Checkpoint checkpoint =
                new Checkpoint(other.networkId(), 9, Bytes32.ZERO, StateHash.statusRoot(List.of()), Bytes32.ZERO);
        var foreign =
                new BlockStatuses(checkpoint, List.of(), 0, network.committer().sign(checkpoint.signedMessage()));

        assertThat(follower.statuses(Bytes.of(foreign.encode()))).isEmpty();
    }

    @Test
    void theHeightOnlyRises() {
        follower.reached(7);
        follower.reached(3);

        assertThat(follower.position().height()).isEqualTo(7);
    }

    @Test
    void comesToABlockOnlyByASignedResultOfIt() {
        BlockStatuses signed = statuses(12);
        byte[] message = signed.checkpoint().signedMessage();
        var byParty = new BlockStatuses(
                signed.checkpoint(), List.of(), 0, network.party(0).sign(message));
        var byNobody = new BlockStatuses(signed.checkpoint(), List.of(), 3, signed.signature());

        assertThat(follower.onResult(new BlockResult(byParty, List.of()))).isFalse();
        assertThat(follower.onResult(new BlockResult(byNobody, List.of()))).isFalse();
        assertThat(follower.position().height()).isZero();
        assertThat(follower.onResult(new BlockResult(signed, List.of()))).isTrue();
        assertThat(follower.position().height()).isEqualTo(12);
    }

    @Test
    void takesOnlyTheSuccessorOfTheConfigurationInForce() {
        assertThat(follower.onCommitted(change(3))).isFalse();
        assertThat(follower.onCommitted(change(2))).isTrue();
        assertThat(follower.onCommitted(change(2))).isFalse();
        assertThat(follower.position().configuration().version()).isEqualTo(2);
    }

    private ConfigurationChange change(long version) {
        NetworkConfiguration now = network.configuration();
        var next = EditedConfiguration.of(now).version(version).build();
        var header = new TransactionHeader(
                network.networkId(),
                NamespaceId.CONFIGURATION,
                1,
                version - 1,
                100,
                Bytes.of(network.newBytes(TransactionHeader.NONCE_SIZE)));
        return new ConfigurationChange(header, next, List.of());
    }

    private static TransactionOutcome outcome(long index, TransactionStatus status, TransactionId id) {
        return new TransactionOutcome(index, status, Optional.of(id), Bytes32.ZERO);
    }

    private BlockStatuses statuses(long number, TransactionOutcome... outcomes) {
        List<TransactionOutcome> list = List.of(outcomes);
        var checkpoint =
                new Checkpoint(network.networkId(), number, Bytes32.ZERO, StateHash.statusRoot(list), Bytes32.ZERO);
        return network.statuses(checkpoint, list);
    }
}
