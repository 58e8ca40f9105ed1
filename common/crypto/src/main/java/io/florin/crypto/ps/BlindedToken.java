package io.florin.crypto.ps;

import io.florin.crypto.group.G1;
import java.util.Arrays;

/// A token as the ledger stores it in the unlinkable model: A = eid·H + a·G and B = v·H + b·G over its own base H. That
/// somebody knows an opening must have been proven, at issue too, before a certifier signs.
///
/// @param owner A
/// @param value B
public record BlindedToken(G1 owner, G1 value) {
    /// Reads A and B, 48 bytes each.
    ///
    /// @throws IllegalArgumentException if either is malformed, outside the group or the identity
    public static BlindedToken decode(byte[] encoded) {
        if (encoded.length != 2 * G1.SIZE) {
            throw new IllegalArgumentException("96 bytes expected, got " + encoded.length);
        }
        return new BlindedToken(
                G1.decode(Arrays.copyOf(encoded, G1.SIZE)),
                G1.decode(Arrays.copyOfRange(encoded, G1.SIZE, 2 * G1.SIZE)));
    }

    /// A ‖ B, compressed.
    public byte[] encode() {
        byte[] encoded = Arrays.copyOf(owner.encode(), 2 * G1.SIZE);
        System.arraycopy(value.encode(), 0, encoded, G1.SIZE, G1.SIZE);
        return encoded;
    }
}
