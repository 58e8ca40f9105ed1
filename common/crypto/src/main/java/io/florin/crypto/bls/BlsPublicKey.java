package io.florin.crypto.bls;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.PreparedG2;

/// A BLS public key: a point of the prime-order group G2 other than infinity, 96 bytes compressed.
///
/// Every instance has passed the checks of [#decode] and is prepared for pairings, in 20 kB; decode a key once and keep
/// it. Equality is that of the encoding, which is unique. That its holder knows the secret key is for whoever registers
/// it to establish; nothing here aggregates keys.
public final class BlsPublicKey {
    /// Bytes in a compressed public key.
    public static final int SIZE = G2.SIZE;

    private final PreparedG2 prepared;

    private BlsPublicKey(PreparedG2 prepared) {
        this.prepared = prepared;
    }

    /// Reads a compressed point: canonical, on the curve, in the subgroup, not infinity. About 250 µs.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static BlsPublicKey decode(byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a public key has 96 bytes, not " + bytes.length);
        }
        return of(G2.decode(bytes));
    }

    /// The key that is this point.
    ///
    /// @throws IllegalArgumentException if it is infinity
    public static BlsPublicKey of(G2 point) {
        if (point.isIdentity()) {
            throw new IllegalArgumentException("not a public key: the point at infinity");
        }
        return new BlsPublicKey(PreparedG2.of(point));
    }

    /// The compressed point, 96 bytes.
    public Bytes bytes() {
        return Bytes.of(toArray());
    }

    /// The compressed point as a fresh array of 96 bytes.
    public byte[] toArray() {
        return point().encode();
    }

    /// The point.
    public G2 point() {
        return prepared.point();
    }

    PreparedG2 prepared() {
        return prepared;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlsPublicKey that && point().equals(that.point());
    }

    @Override
    public int hashCode() {
        return point().hashCode();
    }

    @Override
    public String toString() {
        return "BlsPublicKey[" + bytes() + "]";
    }
}
