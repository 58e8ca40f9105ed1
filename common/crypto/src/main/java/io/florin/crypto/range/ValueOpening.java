package io.florin.crypto.range;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import java.util.List;

/// Opening of a commitment to a value. Prints nothing; equality is identity.
public final class ValueOpening {
    private final long value;
    private final Scalar blinding;

    /// An opening.
    ///
    /// @param value of 64 bits, unsigned
    /// @param blinding uniform and used for this commitment only
    public ValueOpening(long value, Scalar blinding) {
        this.value = value;
        this.blinding = blinding;
    }

    /// value·Gv + blinding·G, in constant time.
    public G1 commitment() {
        return G1.sumOfSecretProducts(
                List.of(Scalar.ofLong(value), blinding), List.of(Generators.VALUE, Generators.BLINDING));
    }

    /// The value, unsigned.
    public long value() {
        return value;
    }

    /// The blinding.
    public Scalar blinding() {
        return blinding;
    }

    @Override
    public String toString() {
        return "ValueOpening";
    }
}
