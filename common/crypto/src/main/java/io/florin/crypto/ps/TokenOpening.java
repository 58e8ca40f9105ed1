package io.florin.crypto.ps;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import java.util.List;

/// Opening of a token, known to its owner: enrollment id, value and the two blindings. It prints nothing.
public final class TokenOpening {
    private final Scalar enrollment;
    private final Scalar value;
    private final Scalar ownerBlinding;
    private final Scalar valueBlinding;

    /// The opening of A = eid·H + a·G and B = v·H + b·G.
    ///
    /// @param enrollment eid
    /// @param value v, below 2⁶⁴ in a payment that verifies
    /// @param ownerBlinding a, uniform
    /// @param valueBlinding b, uniform
    public TokenOpening(Scalar enrollment, Scalar value, Scalar ownerBlinding, Scalar valueBlinding) {
        this.enrollment = enrollment;
        this.value = value;
        this.ownerBlinding = ownerBlinding;
        this.valueBlinding = valueBlinding;
    }

    /// The token of this opening over a base, in constant time. A payee compares it with the ledger's.
    public BlindedToken commit(TokenBase base) {
        List<G1> points = List.of(base.point(), Generators.BLINDING);
        return new BlindedToken(
                G1.sumOfSecretProducts(List.of(enrollment, ownerBlinding), points),
                G1.sumOfSecretProducts(List.of(value, valueBlinding), points));
    }

    /// eid.
    public Scalar enrollment() {
        return enrollment;
    }

    /// v.
    public Scalar value() {
        return value;
    }

    /// a.
    public Scalar ownerBlinding() {
        return ownerBlinding;
    }

    /// b.
    public Scalar valueBlinding() {
        return valueBlinding;
    }

    /// The scalars that are signed over a base.
    PsMessage message(TokenBase base) {
        return new PsMessage(enrollment, value, base.seed());
    }

    @Override
    public String toString() {
        return "TokenOpening";
    }
}
