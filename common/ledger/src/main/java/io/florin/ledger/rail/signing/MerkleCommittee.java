package io.florin.ledger.rail.signing;

import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerklePath;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.crypto.sign.Ed25519;
import java.util.ArrayList;
import java.util.List;

/// Verifies windows of statements: the root's signature once, 75 µs, and for each statement the hashes of its path.
///
/// The size of the window is signed beside its root, so a path has one length for each place, and leaves and nodes are
/// hashed apart: no inner node of a tree can be shown as a statement.
public final class MerkleCommittee extends QuorumOfEach {
    private final SignedBytes signed;
    private final AuthorityKeys keys;
    private final List<VerifiedRoots> roots;

    public MerkleCommittee(CommitteeId committee, AuthorityKeys keys) {
        super(keys.size());
        this.signed = new SignedBytes(committee, SigningScheme.MERKLE_BATCH);
        this.keys = keys;
        List<VerifiedRoots> empty = new ArrayList<>();
        for (int i = 0; i < keys.size().authorities(); i++) {
            empty.add(new VerifiedRoots());
        }
        this.roots = List.copyOf(empty);
    }

    @Override
    public SigningScheme scheme() {
        return SigningScheme.MERKLE_BATCH;
    }

    @Override
    public boolean verify(byte[] statement, int authority, AuthoritySignature signature) {
        return signature instanceof AuthoritySignature.InWindow inWindow
                && size().has(authority)
                && isOfRoot(authority, inWindow, inWindow.path().root(MerkleTree.leafHash(statement)));
    }

    /// Whether the authority signed the root that the path leads to.
    private boolean isOfRoot(int authority, AuthoritySignature.InWindow inWindow, Bytes32 root) {
        MerklePath path = inWindow.path();
        var shown = new VerifiedRoots.Root(root, path.size(), inWindow.rootSignature());
        VerifiedRoots known = roots.get(authority - 1);
        if (known.contains(shown)) {
            return true;
        }
        boolean valid = Ed25519.verify(
                keys.of(authority),
                signed.ofWindow(path.size(), root),
                inWindow.rootSignature().toArray());
        if (valid) {
            known.add(shown);
        }
        return valid;
    }
}
