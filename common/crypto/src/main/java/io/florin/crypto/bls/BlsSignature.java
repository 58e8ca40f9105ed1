package io.florin.crypto.bls;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.G1;

/// A BLS signature: a point of the prime-order group G1 other than infinity, 48 bytes compressed.
///
/// Every instance has passed the checks of [#decode], so nothing behind it needs to check again. Equality is that
/// of the encoding, which is unique.
public final class BlsSignature {
    /// Bytes in a compressed signature.
    public static final int SIZE = G1.SIZE;

    private final G1 point;

    private BlsSignature(G1 point) {
        this.point = point;
    }

    /// Reads a compressed point: canonical, on the curve, in the subgroup, not infinity. About 45 µs.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static BlsSignature decode(byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a signature has 48 bytes, not " + bytes.length);
        }
        return new BlsSignature(G1.decode(bytes));
    }

    /// The signature that is this point.
    ///
    /// @throws IllegalArgumentException if it is infinity
    public static BlsSignature of(G1 point) {
        if (point.isIdentity()) {
            throw new IllegalArgumentException("not a signature: the point at infinity");
        }
        return new BlsSignature(point);
    }

    /// The compressed point, 48 bytes.
    public Bytes bytes() {
        return Bytes.of(toArray());
    }

    /// The compressed point as a fresh array of 48 bytes.
    public byte[] toArray() {
        return point.encode();
    }

    /// The point.
    public G1 point() {
        return point;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlsSignature that && point.equals(that.point);
    }

    @Override
    public int hashCode() {
        return point.hashCode();
    }

    @Override
    public String toString() {
        return "BlsSignature[" + bytes() + "]";
    }
}
