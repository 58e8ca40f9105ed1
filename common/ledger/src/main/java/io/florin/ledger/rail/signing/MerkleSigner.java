package io.florin.ledger.rail.signing;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerklePath;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.crypto.sign.Ed25519KeyPair;
import java.util.List;

/// One Ed25519 signature for a window of statements: over the root of the Merkle tree whose leaves they are (ACCEPT,
/// section 3.4). 25 µs and about three hashes for each statement.
public final class MerkleSigner implements AuthoritySigner {
    private final SignedBytes signed;
    private final Ed25519KeyPair key;

    /// @param key closed with this signer
    public MerkleSigner(CommitteeId committee, Ed25519KeyPair key) {
        this.signed = new SignedBytes(committee, SigningScheme.MERKLE_BATCH);
        this.key = key;
    }

    @Override
    public SigningScheme scheme() {
        return SigningScheme.MERKLE_BATCH;
    }

    @Override
    public List<AuthoritySignature> sign(List<byte[]> statements) {
        Windows.requireBounded(statements);
        if (statements.isEmpty()) {
            return List.of();
        }
        List<Bytes32> leafHashes = statements.stream().map(MerkleTree::leafHash).toList();
        Bytes32 root = MerkleTree.rootOfLeafHashes(leafHashes);
        Bytes rootSignature = key.sign(signed.ofWindow(statements.size(), root));
        List<MerklePath> paths = MerkleTree.paths(leafHashes);
        return paths.stream()
                .<AuthoritySignature>map(path -> new AuthoritySignature.InWindow(rootSignature, path))
                .toList();
    }

    @Override
    public void close() {
        key.close();
    }
}
