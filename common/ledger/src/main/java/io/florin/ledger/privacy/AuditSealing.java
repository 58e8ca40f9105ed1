package io.florin.ledger.privacy;

import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.ValueLimbs;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.range.ValueOpening;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The prover's side of [AuditCiphertexts]: encrypts part after part, and keeps what it took for the proof. Owned by
/// one thread. Prints nothing.
final class AuditSealing {
    private final AuditPublicKey key;
    private final PrivacyModel model;
    private final int limbs;
    private final List<G1> points = new ArrayList<>();
    private final List<Payee> payees = new ArrayList<>();

    /// Blinding and openings that one output took.
    ///
    /// @param blinding of the payee's id in the ciphertext
    /// @param limbs openings of the value's limbs, low first; none where it is in the clear
    record Payee(Scalar blinding, List<ValueOpening> limbs) {
        @Override
        public String toString() {
            return "Payee";
        }
    }

    AuditSealing(PublicParameters parameters) {
        this.key = parameters.audit().orElseThrow().key();
        this.model = parameters.model();
        this.limbs = parameters.limbs();
    }

    /// Encrypts an owner's id; returns the blinding.
    ///
    /// @param nonces uniform secret scalars, another with each call
    Scalar payer(Scalar id, Supplier<Scalar> nonces) {
        Scalar blinding = nonces.get();
        points.add(AuditCiphertexts.enrollment(id, blinding));
        points.add(key.handle(blinding));
        return blinding;
    }

    /// Encrypts the next output's payee and value.
    ///
    /// @param nonces uniform secret scalars, another with each call
    void payee(HiddenOpening opening, Supplier<Scalar> nonces) {
        payees.add(
                switch (model) {
                    case ANONYMOUS -> new Payee(ownBase(opening), List.of());
                    case CONFIDENTIAL -> new Payee(ownBase(opening), ownLimbs(opening, nonces));
                    case UNLINKABLE -> new Payee(payer(opening.enrollment(), nonces), freshLimbs(opening, nonces));
                    case CLEAR -> throw new IllegalArgumentException("nothing is hidden in the clear model");
                });
    }

    List<Payee> payees() {
        return payees;
    }

    AuditCiphertexts ciphertexts() {
        return new AuditCiphertexts(limbs, points);
    }

    private Scalar ownBase(HiddenOpening opening) {
        points.add(key.handle(opening.ownerBlinding()));
        return opening.ownerBlinding();
    }

    /// The token's own commitment, of which the high limb is split off.
    private List<ValueOpening> ownLimbs(HiddenOpening opening, Supplier<Scalar> nonces) {
        long value = opening.amount().minorUnits();
        if (limbs == 1) {
            points.add(key.handle(opening.valueBlinding()));
            return List.of(new ValueOpening(value, opening.valueBlinding()));
        }
        ValueLimbs split = ValueLimbs.of(value);
        ValueOpening high = fresh(split.high(), nonces);
        Scalar lowBlinding = opening.valueBlinding().subtract(ValueLimbs.joinBlindings(Scalar.ZERO, high.blinding()));
        points.add(key.handle(lowBlinding));
        return List.of(new ValueOpening(split.low(), lowBlinding), high);
    }

    private List<ValueOpening> freshLimbs(HiddenOpening opening, Supplier<Scalar> nonces) {
        long value = opening.amount().minorUnits();
        if (limbs == 1) {
            return List.of(fresh(value, nonces));
        }
        ValueLimbs split = ValueLimbs.of(value);
        return List.of(fresh(split.low(), nonces), fresh(split.high(), nonces));
    }

    private ValueOpening fresh(long limb, Supplier<Scalar> nonces) {
        ValueOpening opening = new ValueOpening(limb, nonces.get());
        points.add(opening.commitment());
        points.add(key.handle(opening.blinding()));
        return opening;
    }

    @Override
    public String toString() {
        return "AuditSealing";
    }
}
