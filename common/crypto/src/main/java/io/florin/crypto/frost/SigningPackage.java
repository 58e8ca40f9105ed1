package io.florin.crypto.frost;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import java.nio.ByteBuffer;
import java.util.List;

/// The coordinator's message for the second round: the message and the commitments of those who sign, in ascending
/// order of index.
public record SigningPackage(List<NonceCommitment> commitments, Bytes message) {
    private static final int COMMITMENT_SIZE = Integer.BYTES + 16 + 2 * Bytes32.SIZE;

    /// @throws IllegalArgumentException if nobody signs, or the indexes do not strictly rise
    public SigningPackage {
        commitments = List.copyOf(commitments);
        if (commitments.isEmpty()) {
            throw new IllegalArgumentException("nobody signs");
        }
        for (int i = 1; i < commitments.size(); i++) {
            if (commitments.get(i - 1).index() >= commitments.get(i).index()) {
                throw new IllegalArgumentException("indexes must rise");
            }
        }
    }

    /// The signers' indexes, rising.
    public List<Integer> indexes() {
        return commitments.stream().map(NonceCommitment::index).toList();
    }

    /// A hash of everything in it.
    public Bytes32 digest() {
        ByteBuffer buffer = ByteBuffer.allocate(commitments.size() * COMMITMENT_SIZE);
        for (NonceCommitment commitment : commitments) {
            buffer.putInt(commitment.index())
                    .put(commitment.nonce().encode())
                    .put(commitment.hiding().toArray())
                    .put(commitment.binding().toArray());
        }
        return Sha256.hash(Sha256.digest(buffer.array()), message.toArray());
    }
}
