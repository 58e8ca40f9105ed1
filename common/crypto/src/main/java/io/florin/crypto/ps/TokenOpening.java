package io.florin.crypto.ps;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import java.util.List;

/// What the owner knows of a token: enrollment id, value and the two blindings. It prints nothing.
public final class TokenOpening {
    private final Scalar enrollment;
    private final Scalar value;
    private final Scalar ownerBlinding;
    private final Scalar valueBlinding;

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

    public Scalar enrollment() {
        return enrollment;
    }

    public Scalar value() {
        return value;
    }

    public Scalar ownerBlinding() {
        return ownerBlinding;
    }

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
