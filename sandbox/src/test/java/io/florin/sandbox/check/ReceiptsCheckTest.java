package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.Receipt.CommitterSignature;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The check of receipts sees what no sabotage shows it alone: that of a forged signature has more red than this check.
class ReceiptsCheckTest {
    private final TestNetwork network = new TestNetwork(9);
    private final SerialReplay.Applied applied = replayed();

    private SerialReplay.Applied replayed() {
        OwnerKey owner = new OwnerKey(network.newKey().publicKey());
        ClientTransaction[] issues = IntStream.range(0, 3)
                .mapToObj(i -> network.issue(network.header(50), network.newId(), owner, 10 + i))
                .toArray(ClientTransaction[]::new);
        return new SerialReplay(network.genesis()).apply(new TestChain(network).append(issues));
    }

    private Receipt receipt(int index, Bytes signature) {
        List<Bytes32> leaves = applied.outcomes().stream()
                .map(each -> MerkleTree.leafHash(each.encode()))
                .toList();
        return new Receipt(
                applied.outcomes().get(index),
                MerkleTree.path(leaves, index),
                applied.checkpoint(),
                List.of(new CommitterSignature(0, signature)));
    }

    private TransactionId id(int index) {
        return applied.outcomes().get(index).id().orElseThrow();
    }

    private Optional<String> flaw(Receipt receipt, TransactionId id) {
        return LedgerChecks.flawOf(receipt, id, network.configuration());
    }

    @Test
    void takesTheReceiptOfTheTransaction() {
        Bytes signature =
                network.statuses(applied.checkpoint(), applied.outcomes()).signature();
        assertThat(flaw(receipt(0, signature), id(0))).isEmpty();
        assertThat(flaw(receipt(1, signature), id(1))).isEmpty();
    }

    @Test
    void seesAnotherTransactionsReceipt() {
        Bytes signature =
                network.statuses(applied.checkpoint(), applied.outcomes()).signature();
        assertThat(flaw(receipt(1, signature), id(0))).contains("of another transaction");
    }

    @Test
    void seesASignatureThatIsNotTheCommitters() {
        Bytes byAuditor = network.auditor().sign(applied.checkpoint().signedMessage());
        assertThat(flaw(receipt(0, byAuditor), id(0))).contains("bad signature of committer 0");
    }

    @Test
    void seesAnotherPlaceInTheBlock() {
        Bytes signature =
                network.statuses(applied.checkpoint(), applied.outcomes()).signature();
        Receipt good = receipt(0, signature);
        Receipt moved = new Receipt(good.outcome(), receipt(1, signature).path(), good.checkpoint(), good.signatures());
        assertThat(flaw(moved, id(0))).isPresent();
    }
}
