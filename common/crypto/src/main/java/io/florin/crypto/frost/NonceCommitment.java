package io.florin.crypto.frost;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.threshold.NonceId;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// A party's public half of one pair of nonces, under the name its ledger gave it. The name is not hashed; it lets
/// the party find the pair, and its peers remember the epoch.
public record NonceCommitment(int index, NonceId nonce, Bytes32 hiding, Bytes32 binding) {
    /// Bytes in an encoding.
    public static final int SIZE = Short.BYTES + NonceId.SIZE + 2 * Bytes32.SIZE;

    /// @throws IllegalArgumentException if the index is out of range
    public NonceCommitment {
        Shares.requireIndex(index);
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws IllegalArgumentException for anything else; that the points are points is checked when they are used
    public static NonceCommitment decode(byte[] encoded) {
        if (encoded.length != SIZE) {
            throw new IllegalArgumentException(SIZE + " bytes expected, got " + encoded.length);
        }
        int index = Short.toUnsignedInt(ByteBuffer.wrap(encoded).getShort());
        NonceId nonce = NonceId.decode(Arrays.copyOfRange(encoded, Short.BYTES, Short.BYTES + NonceId.SIZE));
        int hiding = Short.BYTES + NonceId.SIZE;
        return new NonceCommitment(
                index, nonce, Bytes32.read(encoded, hiding), Bytes32.read(encoded, hiding + Bytes32.SIZE));
    }

    /// Index (2), name (16), hiding and binding commitment (32 each).
    public byte[] encode() {
        return ByteBuffer.allocate(SIZE)
                .putShort((short) index)
                .put(nonce.encode())
                .put(hiding.toArray())
                .put(binding.toArray())
                .array();
    }
}
