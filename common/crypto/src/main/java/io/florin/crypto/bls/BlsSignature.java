package io.florin.crypto.bls;

import io.florin.crypto.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// A BLS signature: a point of the prime-order group G1 other than infinity, 48 bytes compressed.
///
/// Every instance has passed the checks of [#decode], so nothing behind it needs to check again. Equality is that
/// of the encoding, which is unique.
public final class BlsSignature {
    /// Bytes in a compressed signature.
    public static final int SIZE = 48;

    private final byte[] encoded;
    private final byte[] affine;

    private BlsSignature(byte[] encoded, byte[] affine) {
        this.encoded = encoded;
        this.affine = affine;
    }

    /// Reads a compressed point: canonical, on the curve, in the subgroup, not infinity. About 50 µs.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static BlsSignature decode(byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a signature has 48 bytes, not " + bytes.length);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment encoded = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
            MemorySegment affine = arena.allocate(Blst.P1_AFFINE, Long.BYTES);
            if (Blst.p1Uncompress(affine, encoded) != Blst.SUCCESS
                    || Blst.p1IsInfinity(affine)
                    || !Blst.p1InGroup(affine)) {
                throw new IllegalArgumentException("not a signature: no point of G1");
            }
            BlsSignature signature = ofAffine(affine, arena);
            if (!Arrays.equals(signature.encoded, bytes)) {
                throw new IllegalArgumentException("not a signature: encoding is not canonical");
            }
            return signature;
        }
    }

    /// Takes a point that is known to be in the group.
    ///
    /// @throws IllegalArgumentException if it is infinity
    static BlsSignature ofAffine(MemorySegment affine, Arena arena) {
        if (Blst.p1IsInfinity(affine)) {
            throw new IllegalArgumentException("not a signature: the point at infinity");
        }
        MemorySegment encoded = arena.allocate(SIZE);
        Blst.p1Compress(encoded, affine);
        return new BlsSignature(encoded.toArray(ValueLayout.JAVA_BYTE), affine.toArray(ValueLayout.JAVA_BYTE));
    }

    /// The compressed point, 48 bytes.
    public Bytes bytes() {
        return Bytes.of(encoded);
    }

    /// The compressed point as a fresh array of 48 bytes.
    public byte[] toArray() {
        return encoded.clone();
    }

    /// Copies blst's affine form, [Blst#P1_AFFINE] bytes.
    void copyAffineTo(MemorySegment target) {
        MemorySegment.copy(affine, 0, target, ValueLayout.JAVA_BYTE, 0, affine.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlsSignature that && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encoded);
    }

    @Override
    public String toString() {
        return "BlsSignature[" + bytes() + "]";
    }
}
