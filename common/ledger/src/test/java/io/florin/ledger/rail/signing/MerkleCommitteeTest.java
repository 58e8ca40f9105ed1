package io.florin.ledger.rail.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.merkle.MerklePath;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.ledger.fixture.TestCommittee;
import io.florin.ledger.rail.signing.AuthoritySignature.InWindow;
import io.florin.ledger.rail.signing.AuthoritySignature.Naive;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MerkleCommitteeTest extends SigningContract {
    private final TestCommittee committee = new TestCommittee(SigningScheme.MERKLE_BATCH, 4, 1);
    private final CommitteeVerifier verifier = committee.verifier();

    MerkleCommitteeTest() {
        super(SigningScheme.MERKLE_BATCH);
    }

    @Test
    void windowsOfEverySizeAreSigned() {
        for (int size : new int[] {1, 2, 3, 5, 8, 63, 64, 65, AuthoritySigner.WINDOW_MAX}) {
            List<byte[]> window = window(size);
            List<AuthoritySignature> signatures = committee.signer(1).sign(window);
            assertThat(verifier.verifyAll(1, window, signatures).cardinality()).isEqualTo(size);
        }
    }

    @Test
    void aWindowHasOneSignature() {
        List<AuthoritySignature> signatures = committee.signer(1).sign(window(64));
        assertThat(signatures.stream().map(each -> ((InWindow) each).rootSignature()))
                .containsOnly(((InWindow) signatures.getFirst()).rootSignature());
    }

    /// Else whoever knows the root takes any 64 bytes for its signature, and a certificate that holds for him holds for
    /// nobody else.
    @Test
    void aKnownRootUnderAnotherSignatureIsNotBelieved() {
        List<byte[]> window = window(4);
        List<AuthoritySignature> signatures = committee.signer(1).sign(window);
        assertThat(verifier.verify(window.get(0), 1, signatures.get(0))).isTrue();
        var forged = new InWindow(Bytes.of(new byte[64]), ((InWindow) signatures.get(1)).path());
        assertThat(verifier.verify(window.get(1), 1, forged)).isFalse();
        assertThat(verifier.verify(window.get(1), 1, signatures.get(1))).isTrue();
    }

    @Test
    void aRootOfOneAuthorityIsNoneOfAnother() {
        List<byte[]> window = window(4);
        List<AuthoritySignature> signatures = committee.signer(1).sign(window);
        assertThat(verifier.verify(window.get(0), 1, signatures.get(0))).isTrue();
        assertThat(verifier.verify(window.get(0), 2, signatures.get(0))).isFalse();
    }

    @Test
    void rootsAreForgottenBeyondTheBound() {
        var roots = new VerifiedRoots();
        for (int i = 0; i <= VerifiedRoots.REMEMBERED_MAX; i++) {
            roots.add(root(i));
        }
        assertThat(roots.count()).isEqualTo(VerifiedRoots.REMEMBERED_MAX);
        assertThat(roots.contains(root(0))).isFalse();
        assertThat(roots.contains(root(VerifiedRoots.REMEMBERED_MAX))).isTrue();
    }

    @Test
    void aPathOfAnotherLengthIsRefused() {
        InWindow signature = (InWindow) committee.signer(1).sign(window(8)).get(3);
        List<Bytes32> siblings = signature.path().siblings();
        List<Bytes32> longer = new ArrayList<>(siblings);
        longer.add(Bytes32.ZERO);
        for (List<Bytes32> other : List.of(siblings.subList(0, 2), longer, List.<Bytes32>of())) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> new InWindow(signature.rootSignature(), new MerklePath(3, 8, other)));
        }
    }

    @Test
    void anIndexOutsideTheWindowIsRefused() {
        InWindow signature = (InWindow) committee.signer(1).sign(window(1)).getFirst();
        for (int[] place : new int[][] {{1, 1}, {-1, 1}, {0, 0}, {AuthoritySigner.WINDOW_MAX + 1, 1}}) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() ->
                            new InWindow(signature.rootSignature(), new MerklePath(place[0], place[1], List.of())));
        }
        int tooMany = AuthoritySigner.WINDOW_MAX + 1;
        MerklePath last = MerkleTree.path(
                IntStream.range(0, tooMany).mapToObj(i -> Bytes32.ZERO).toList(), 0);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new InWindow(signature.rootSignature(), last))
                .withMessageContaining("no window");
    }

    /// With leaves and nodes hashed alike, two statements' hashes beside each other would be a statement of their own.
    @Test
    void anInnerNodeIsNoStatement() {
        List<byte[]> window = window(4);
        InWindow first = (InWindow) committee.signer(1).sign(window).getFirst();
        ByteBuffer node = ByteBuffer.allocate(64);
        node.put(MerkleTree.leafHash(window.get(0)).toArray())
                .put(MerkleTree.leafHash(window.get(1)).toArray());
        List<Bytes32> above = first.path().siblings().subList(1, 2);
        var shown = new InWindow(first.rootSignature(), new MerklePath(0, 2, above));
        assertThat(verifier.verify(node.array(), 1, shown)).isFalse();
    }

    /// The same root from a tree of three, whose last leaf is carried up, and from one of two: the size that is signed
    /// beside the root tells them apart.
    @Test
    void aSmallerTreeOfTheSameRootIsNotTheWindow() {
        List<byte[]> window = window(3);
        List<AuthoritySignature> signatures = committee.signer(1).sign(window);
        InWindow last = (InWindow) signatures.get(2);
        var smaller = new InWindow(
                last.rootSignature(), new MerklePath(1, 2, last.path().siblings()));
        assertThat(smaller.path().root(MerkleTree.leafHash(window.get(2))))
                .isEqualTo(last.path().root(MerkleTree.leafHash(window.get(2))));
        assertThat(verifier.verify(window.get(2), 1, last)).isTrue();
        assertThat(verifier.verify(window.get(2), 1, smaller)).isFalse();
    }

    @Test
    void theRootItselfIsNoStatement() {
        List<byte[]> window = window(2);
        InWindow first = (InWindow) committee.signer(1).sign(window).getFirst();
        Bytes32 root = first.path().root(MerkleTree.leafHash(window.getFirst()));
        var alone = new InWindow(first.rootSignature(), new MerklePath(0, 1, List.of()));
        assertThat(verifier.verify(root.toArray(), 1, alone)).isFalse();
    }

    /// An operator who uses one key for both schemes: what it signs as a statement is no root, and the reverse.
    @Test
    void aStatementThatReadsLikeARootIsNone() {
        var naive = new TestCommittee(SigningScheme.NAIVE_ED25519, 4, 1);
        byte[] statement = {7};
        Bytes32 root = MerkleTree.leafHash(statement);
        byte[] likeARoot =
                ByteBuffer.allocate(34).putShort((short) 1).put(root.toArray()).array();
        Naive signed = (Naive) naive.sign(1, likeARoot);
        var shown = new InWindow(signed.signature(), new MerklePath(0, 1, List.of()));
        assertThat(verifier.verify(statement, 1, shown)).isFalse();
        InWindow window = (InWindow) committee.sign(1, statement);
        assertThat(naive.verifier().verify(likeARoot, 1, new Naive(window.rootSignature())))
                .isFalse();
    }

    private static VerifiedRoots.Root root(int i) {
        return new VerifiedRoots.Root(Sha256.hash(new byte[] {(byte) (i >> 8), (byte) i}), 1, Bytes.of(new byte[64]));
    }

    private static List<byte[]> window(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ByteBuffer.allocate(8).putLong(i).array())
                .toList();
    }
}
