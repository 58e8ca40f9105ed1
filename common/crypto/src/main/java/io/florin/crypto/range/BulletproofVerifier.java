package io.florin.crypto.range;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.Scalar;
import java.util.ArrayList;
import java.util.List;

/// The verifier's side of one Bulletproof: challenges, and the coefficients of its two equations (section 6.2).
///
/// - value: t̂·Gv + τx·G − Σ z^{1+j}·V_j − δ(y,z)·Gv − x·T1 − x²·T2 = 0
/// - inner product: A + x·S − μ·G + w·(t̂ − a·b)·u + Σ (−z − a·sᵢ)·gᵢ
///   + Σ (z + y⁻ⁱ·(z^{1+j}·2^k − b·sᵢ⁻¹))·hᵢ + Σ (x_r²·L_r + x_r⁻²·R_r) = 0
///
/// The equations carry weights of their own in the batch, so no further factor joins them.
final class BulletproofVerifier {
    private final BulletproofBases bases;
    private final int bits;
    private final int values;
    private final BulletproofMessages proof;
    private final Scalar y;
    private final Scalar z;
    private final Scalar x;
    private final Scalar w;
    private final List<Scalar> yInverses;
    private final List<Scalar> rounds;
    private final List<Scalar> roundInverses;

    BulletproofVerifier(
            BulletproofBases bases, int bits, int values, BulletproofMessages proof, BulletproofTranscript transcript) {
        this.bases = bases;
        this.bits = bits;
        this.values = values;
        this.proof = proof;
        Scalar[] yz = transcript.bits(proof.a(), proof.s());
        y = yz[0];
        z = yz[1];
        x = transcript.polynomial(proof.t1(), proof.t2());
        w = transcript.evaluation(proof.tauX(), proof.mu(), proof.tHat());
        rounds = new ArrayList<>();
        for (int round = 0; round < proof.left().size(); round++) {
            rounds.add(transcript.round(proof.left().get(round), proof.right().get(round)));
        }
        transcript.end(proof.aLast(), proof.bLast());
        List<Scalar> invertible = new ArrayList<>(rounds);
        invertible.add(y);
        List<Scalar> inverses = Scalar.batchInvert(invertible);
        roundInverses = inverses.subList(0, rounds.size());
        yInverses = RangeMath.powers(inverses.getLast(), bits * values);
    }

    void append(List<? extends CurvePoint> commitments, VerificationBatch.Item item) {
        appendValue(commitments, item.equation());
        appendInnerProduct(item.equation());
    }

    private void appendValue(List<? extends CurvePoint> commitments, VerificationBatch.Equation equation) {
        Scalar delta = RangeMath.delta(y, z, bits, values);
        equation.add(List.of(proof.tauX(), proof.tHat().subtract(delta)), bases.fixed(), BulletproofBases.BLINDING);
        Scalar weight = z.square().negate();
        for (CurvePoint commitment : commitments) {
            equation.add(weight, commitment);
            weight = weight.multiply(z);
        }
        equation.add(x.negate(), proof.t1());
        equation.add(x.square().negate(), proof.t2());
    }

    private void appendInnerProduct(VerificationBatch.Equation equation) {
        int size = bits * values;
        equation.add(Scalar.ONE, proof.a());
        equation.add(x, proof.s());
        for (int round = 0; round < rounds.size(); round++) {
            equation.add(rounds.get(round).square(), proof.left().get(round));
            equation.add(roundInverses.get(round).square(), proof.right().get(round));
        }
        List<Scalar> fold = RangeMath.foldCoefficients(rounds, roundInverses);
        List<Scalar> weights = RangeMath.weightedTwos(z, bits, size);
        List<Scalar> g = new ArrayList<>(size);
        List<Scalar> h = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            g.add(z.add(proof.aLast().multiply(fold.get(i))).negate());
            // the inverse of the coefficient at i is the one at the opposite end
            Scalar folded = proof.bLast().multiply(fold.get(size - 1 - i));
            h.add(z.add(yInverses.get(i).multiply(weights.get(i).subtract(folded))));
        }
        Scalar product = proof.tHat().subtract(proof.aLast().multiply(proof.bLast()));
        equation.add(proof.mu().negate(), bases.fixed(), BulletproofBases.BLINDING);
        equation.add(w.multiply(product), bases.fixed(), BulletproofBases.U);
        equation.add(g, bases.fixed(), bases.gFrom());
        equation.add(h, bases.fixed(), bases.hFrom());
    }
}
