package io.florin.crypto.ps;

import io.florin.crypto.group.Scalar;
import java.util.List;

/// The signed scalars of a token: enrollment id, value, seed. It prints nothing.
public final class PsMessage {
    private final Scalar enrollment;
    private final Scalar value;
    private final Scalar seed;

    /// The message (eid, v, r).
    public PsMessage(Scalar enrollment, Scalar value, Scalar seed) {
        this.enrollment = enrollment;
        this.value = value;
        this.seed = seed;
    }

    /// In the order of the key's components.
    List<Scalar> scalars() {
        return List.of(enrollment, value, seed);
    }

    @Override
    public String toString() {
        return "PsMessage";
    }
}
