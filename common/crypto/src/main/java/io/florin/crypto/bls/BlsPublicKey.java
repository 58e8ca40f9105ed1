package io.florin.crypto.bls;

import io.florin.crypto.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// A BLS public key: a point of the prime-order group G2 other than infinity, 96 bytes compressed.
///
/// Every instance has passed the checks of [#decode]; decode a key once and keep it. Equality is that of the
/// encoding, which is unique. That its holder knows the secret key is for whoever registers it to establish;
/// nothing here aggregates keys.
public final class BlsPublicKey {
    /// Bytes in a compressed public key.
    public static final int SIZE = 96;

    private final byte[] encoded;
    private final byte[] affine;

    private BlsPublicKey(byte[] encoded, byte[] affine) {
        this.encoded = encoded;
        this.affine = affine;
    }

    /// Reads a compressed point: canonical, on the curve, in the subgroup, not infinity. About 150 µs.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static BlsPublicKey decode(byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a public key has 96 bytes, not " + bytes.length);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment encoded = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
            MemorySegment affine = arena.allocate(Blst.P2_AFFINE, Long.BYTES);
            if (Blst.p2Uncompress(affine, encoded) != Blst.SUCCESS
                    || Blst.p2IsInfinity(affine)
                    || !Blst.p2InGroup(affine)) {
                throw new IllegalArgumentException("not a public key: no point of G2");
            }
            BlsPublicKey key = ofAffine(affine, arena);
            if (!Arrays.equals(key.encoded, bytes)) {
                throw new IllegalArgumentException("not a public key: encoding is not canonical");
            }
            return key;
        }
    }

    /// Takes a point that is known to be in the group and not infinity.
    static BlsPublicKey ofAffine(MemorySegment affine, Arena arena) {
        MemorySegment encoded = arena.allocate(SIZE);
        Blst.p2Compress(encoded, affine);
        return new BlsPublicKey(encoded.toArray(ValueLayout.JAVA_BYTE), affine.toArray(ValueLayout.JAVA_BYTE));
    }

    /// The compressed point, 96 bytes.
    public Bytes bytes() {
        return Bytes.of(encoded);
    }

    /// The compressed point as a fresh array of 96 bytes.
    public byte[] toArray() {
        return encoded.clone();
    }

    /// Copies blst's affine form, [Blst#P2_AFFINE] bytes.
    void copyAffineTo(MemorySegment target) {
        MemorySegment.copy(affine, 0, target, ValueLayout.JAVA_BYTE, 0, affine.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlsPublicKey that && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encoded);
    }

    @Override
    public String toString() {
        return "BlsPublicKey[" + bytes() + "]";
    }
}
