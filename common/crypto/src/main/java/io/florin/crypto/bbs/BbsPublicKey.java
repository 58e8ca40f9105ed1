package io.florin.crypto.bbs;

import io.florin.crypto.group.G2;

/// A BBS public key W = sk·P2, not the identity.
///
/// @param point W
public record BbsPublicKey(G2 point) {
    /// Bytes in an encoded key.
    public static final int SIZE = 96;

    /// @throws IllegalArgumentException if the point is the identity
    public BbsPublicKey {
        if (point.isIdentity()) {
            throw new IllegalArgumentException("a public key is not the identity");
        }
    }

    /// Reads 96 bytes: canonical, in the group, not the identity.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static BbsPublicKey decode(byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a public key has 96 bytes, not " + bytes.length);
        }
        return new BbsPublicKey(G2.decode(bytes));
    }

    /// 96 bytes, compressed.
    public byte[] encode() {
        return point.encode();
    }
}
