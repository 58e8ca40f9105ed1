package io.florin.crypto.sigma;

import io.florin.crypto.group.Scalar;
import java.util.List;

/// The secret scalars of a relation, in the order of their indexes. Prints nothing; equality is identity.
public final class Witness {
    private final List<Scalar> scalars;

    private Witness(List<Scalar> scalars) {
        this.scalars = scalars;
    }

    /// A witness of these scalars.
    public static Witness of(List<Scalar> scalars) {
        return new Witness(List.copyOf(scalars));
    }

    /// A witness of these scalars.
    public static Witness of(Scalar... scalars) {
        return of(List.of(scalars));
    }

    List<Scalar> scalars() {
        return scalars;
    }

    @Override
    public String toString() {
        return "Witness";
    }
}
