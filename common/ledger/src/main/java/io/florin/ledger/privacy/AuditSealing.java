package io.florin.ledger.privacy;

import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.ValueLimbs;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.range.ValueOpening;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// The prover's side of [AuditCiphertexts]: encrypts part after part, and keeps what it took for the proof. Owned by
/// one thread. Prints nothing.
final class AuditSealing {
    private final AuditPublicKey key;
    private final PrivacyModel model;
    private final int limbs;
    private final RandomGenerator random;
    private final List<G1> points = new ArrayList<>();
    private final List<Payee> payees = new ArrayList<>();

    /// What an output took.
    ///
    /// @param blinding of the payee's id in the ciphertext
    /// @param limbs openings of the value's limbs, low first; none where it is in the clear
    record Payee(Scalar blinding, List<ValueOpening> limbs) {
        @Override
        public String toString() {
            return "Payee";
        }
    }

    AuditSealing(PublicParameters parameters, RandomGenerator random) {
        this.key = parameters.audit().orElseThrow().key();
        this.model = parameters.model();
        this.limbs = parameters.limbs();
        this.random = random;
    }

    /// Encrypts an owner's id; returns the blinding.
    Scalar payer(Scalar id) {
        Scalar blinding = Scalar.random(random);
        points.add(AuditCiphertexts.enrollment(id, blinding));
        points.add(key.handle(blinding));
        return blinding;
    }

    /// Encrypts the next output's payee and value.
    void payee(HiddenOpening opening) {
        payees.add(
                switch (model) {
                    case ANONYMOUS -> new Payee(ownBase(opening), List.of());
                    case CONFIDENTIAL -> new Payee(ownBase(opening), ownLimbs(opening));
                    case UNLINKABLE -> new Payee(payer(opening.enrollment()), freshLimbs(opening));
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
    private List<ValueOpening> ownLimbs(HiddenOpening opening) {
        long value = opening.amount().minorUnits();
        if (limbs == 1) {
            points.add(key.handle(opening.valueBlinding()));
            return List.of(new ValueOpening(value, opening.valueBlinding()));
        }
        ValueLimbs split = ValueLimbs.of(value);
        ValueOpening high = fresh(split.high());
        Scalar lowBlinding = opening.valueBlinding().subtract(ValueLimbs.joinBlindings(Scalar.ZERO, high.blinding()));
        points.add(key.handle(lowBlinding));
        return List.of(new ValueOpening(split.low(), lowBlinding), high);
    }

    private List<ValueOpening> freshLimbs(HiddenOpening opening) {
        long value = opening.amount().minorUnits();
        if (limbs == 1) {
            return List.of(fresh(value));
        }
        ValueLimbs split = ValueLimbs.of(value);
        return List.of(fresh(split.low()), fresh(split.high()));
    }

    private ValueOpening fresh(long limb) {
        ValueOpening opening = new ValueOpening(limb, Scalar.random(random));
        points.add(opening.commitment());
        points.add(key.handle(opening.blinding()));
        return opening;
    }

    @Override
    public String toString() {
        return "AuditSealing";
    }
}
