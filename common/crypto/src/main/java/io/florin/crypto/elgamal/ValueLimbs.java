package io.florin.crypto.elgamal;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;

/// A value of 64 bits as two of 32, v = low + 2³²·high, each committed and encrypted by itself: 64 bits are too many
/// for a discrete logarithm. The commitment to v is the sum of the limbs' with the same weights.
public record ValueLimbs(long low, long high) {
    /// Bits in a limb.
    public static final int BITS = 32;

    private static final Scalar WEIGHT = Scalar.ofLong(1L << BITS);

    /// @throws IllegalArgumentException unless both are below 2³²
    public ValueLimbs {
        if (low >>> BITS != 0 || high >>> BITS != 0) {
            throw new IllegalArgumentException("limbs have 32 bits");
        }
    }

    /// The limbs of an unsigned value.
    public static ValueLimbs of(long unsigned) {
        return new ValueLimbs(unsigned & 0xffff_ffffL, unsigned >>> BITS);
    }

    /// The unsigned value.
    public long value() {
        return low | high << BITS;
    }

    /// Vlow + 2³²·Vhigh.
    public static G1 join(G1 low, G1 high) {
        return low.add(high.multiply(WEIGHT));
    }

    /// The blinding of the joined commitment.
    public static Scalar joinBlindings(Scalar low, Scalar high) {
        return low.add(high.multiply(WEIGHT));
    }

    @Override
    public String toString() {
        return "ValueLimbs";
    }
}
