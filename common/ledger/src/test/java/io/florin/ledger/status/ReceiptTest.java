package io.florin.ledger.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.Receipt.CommitterSignature;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReceiptTest {

    private final TestNetwork network = new TestNetwork(9);
    private final SerialReplay.Applied applied = replayed();
    private final BlockStatuses statuses = network.statuses(applied.checkpoint(), applied.outcomes());

    @Test
    void provesEveryOutcomeOfTheBlock() {
        for (int i = 0; i < applied.outcomes().size(); i++) {
            assertThat(receipt(applied.outcomes().get(i), i, statuses.signature())
                            .flaw(network.configuration()))
                    .isEmpty();
        }
    }

    @Test
    void doesNotProveAnotherStatusOrPlace() {
        TransactionOutcome aborted = new TransactionOutcome(
                2,
                TransactionStatus.ABORTED_EXPIRED,
                applied.outcomes().get(2).id(),
                applied.outcomes().get(2).digest());

        assertThat(receipt(aborted, 2, statuses.signature()).flaw(network.configuration()))
                .isPresent();
        assertThat(receipt(applied.outcomes().get(2), 1, statuses.signature()).flaw(network.configuration()))
                .isPresent();
    }

    @Test
    void isNothingWithoutTheCommittersSignature() {
        TransactionOutcome outcome = applied.outcomes().get(0);
        Receipt good = receipt(outcome, 0, statuses.signature());
        Bytes byAuditor = network.auditor().sign(applied.checkpoint().signedMessage());

        assertThat(new Receipt(outcome, good.path(), good.checkpoint(), List.of()).flaw(network.configuration()))
                .isPresent();
        assertThat(receipt(outcome, 0, byAuditor).flaw(network.configuration())).isPresent();
        assertThat(new Receipt(
                                outcome,
                                good.path(),
                                good.checkpoint(),
                                List.of(new CommitterSignature(1, statuses.signature())))
                        .flaw(network.configuration()))
                .isPresent();
        assertThatThrownBy(() -> new Receipt(
                        outcome,
                        good.path(),
                        good.checkpoint(),
                        List.of(good.signatures().get(0), good.signatures().get(0))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesTheSignaturesOfOneCommitterMoreThanMayLie() {
        Ed25519KeyPair second = network.newKey();
        NetworkConfiguration three = network.withThreeCommitters(second);
        Receipt one = receipt(applied.outcomes().get(0), 0, statuses.signature());
        var byFirst = one.signatures().getFirst();
        Bytes secondSigns = second.sign(applied.checkpoint().signedMessage());

        assertThat(one.flaw(three)).contains("too few committer signatures");
        assertThat(signed(one, byFirst, new CommitterSignature(1, secondSigns)).flaw(three))
                .isEmpty();
        assertThat(signed(one, byFirst, new CommitterSignature(2, secondSigns)).flaw(three))
                .contains("bad signature of committer 2");
    }

    private static Receipt signed(Receipt receipt, CommitterSignature... signatures) {
        return new Receipt(receipt.outcome(), receipt.path(), receipt.checkpoint(), List.of(signatures));
    }

    @Test
    void statusesOfABlockAreAuthenticAsSignedOnly() {
        List<TransactionOutcome> swapped = applied.outcomes().reversed();

        assertThat(statuses.isAuthentic(network.configuration())).isTrue();
        assertThat(network.statuses(applied.checkpoint(), swapped).isAuthentic(network.configuration()))
                .isFalse();
        assertThat(new BlockStatuses(applied.checkpoint(), applied.outcomes(), 1, statuses.signature())
                        .isAuthentic(network.configuration()))
                .isFalse();
    }

    @Test
    void keepsTheNumbersOfStatuses() {
        assertThat(Arrays.stream(TransactionStatus.values()).map(status -> status.number() + " " + status))
                .containsExactly(
                        "1 COMMITTED",
                        "2 ABORTED_READ_CONFLICT",
                        "3 ABORTED_EXPIRED",
                        "4 ABORTED_STALE_CONFIG",
                        "5 ABORTED_NOT_AUDITED",
                        "6 ABORTED_BOUND_EXCEEDED",
                        "10 REJECTED_DUPLICATE_TX_ID",
                        "20 MALFORMED_BUNDLE",
                        "21 MALFORMED_ENDORSEMENT",
                        "22 MALFORMED_TRANSACTION");
    }

    private SerialReplay.Applied replayed() {
        OwnerKey owner = new OwnerKey(network.newKey().publicKey());
        var issues = IntStream.range(0, 5)
                .mapToObj(i -> network.issue(network.header(50), network.newId(), owner, 10 + i))
                .toArray(io.florin.ledger.client.ClientTransaction[]::new);
        return new SerialReplay(network.genesis()).apply(new TestChain(network).append(issues));
    }

    private Receipt receipt(TransactionOutcome outcome, int index, Bytes signature) {
        List<Bytes32> leaves = applied.outcomes().stream()
                .map(each -> MerkleTree.leafHash(each.encode()))
                .toList();
        return new Receipt(
                outcome,
                MerkleTree.path(leaves, index),
                applied.checkpoint(),
                List.of(new CommitterSignature(0, signature)));
    }
}
