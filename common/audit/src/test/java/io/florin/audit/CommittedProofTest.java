package io.florin.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Issue;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.Receipt.CommitterSignature;
import io.florin.ledger.status.TransactionOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Proof of a transaction by the receipts of several committers.
class CommittedProofTest {
    private final TestNetwork network = new TestNetwork(17);
    private final Ed25519KeyPair second = network.newKey();
    private final CommittedProof proof = new CommittedProof(network.networkId(), network.withThreeCommitters(second));
    private final SerialReplay.Applied applied =
            new SerialReplay(network.genesis()).apply(new TestChain(network).append(issue()));
    private final TransactionOutcome outcome = applied.outcomes().getFirst();
    private final TransactionId id = outcome.id().orElseThrow();

    @Test
    void takesTheWordOfOneCommitterMoreThanMayLie() {
        Receipt byFirst = receipt(0, network.committer());
        Receipt bySecond = receipt(1, second);
        Receipt forged = receipt(1, network.newKey());

        assertThat(proof.committed(id, List.of(byFirst))).isEmpty();
        assertThat(proof.committed(id, List.of(byFirst, byFirst))).isEmpty();
        assertThat(proof.committed(id, List.of(byFirst, forged))).isEmpty();
        assertThat(proof.committed(id, List.of(byFirst, forged, bySecond)))
                .hasValueSatisfying(joined -> assertThat(joined.signatures())
                        .extracting(CommitterSignature::committer)
                        .containsExactly(0, 1));
    }

    private Issue issue() {
        OwnerKey owner = new OwnerKey(network.newKey().publicKey());
        return network.issue(network.header(100), network.newId(), owner, 5);
    }

    private Receipt receipt(int committer, Ed25519KeyPair key) {
        List<Bytes32> leaves = applied.outcomes().stream()
                .map(each -> MerkleTree.leafHash(each.encode()))
                .toList();
        Bytes signature = key.sign(applied.checkpoint().signedMessage());
        return new Receipt(
                outcome,
                MerkleTree.path(leaves, 0),
                applied.checkpoint(),
                List.of(new CommitterSignature(committer, signature)));
    }
}
