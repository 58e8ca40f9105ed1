package io.florin.crypto.range;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The point S = ρ·G + ⟨s_L, g⟩ + ⟨s_R, h⟩ of a Bulletproof, which blinds the digits and depends on no value:
/// almost half of the prover's work, done before values are known.
///
/// Two proofs with one S give their values away. So one instance proves once, and is nowhere but in memory: no
/// encoding, no copy. Nor should its process be one that is restored from a snapshot. Any thread. Prints nothing.
public final class PreparedMask {
    private final AtomicReference<@Nullable Mask> unused;

    /// ρ, s_L, s_R and S.
    record Mask(Scalar rho, List<Scalar> left, List<Scalar> right, G1 point) {
        @Override
        public String toString() {
            return "Mask";
        }
    }

    PreparedMask(Mask mask) {
        unused = new AtomicReference<>(mask);
    }

    /// @throws IllegalStateException if it was taken before
    Mask take() {
        Mask mask = unused.getAndSet(null);
        if (mask == null) {
            throw new IllegalStateException("a mask proves once");
        }
        return mask;
    }

    @Override
    public String toString() {
        return "PreparedMask";
    }
}
