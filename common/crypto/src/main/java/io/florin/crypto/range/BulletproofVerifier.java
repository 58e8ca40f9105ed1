package io.florin.crypto.range;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import io.florin.crypto.transcript.ProofReader;
import java.util.ArrayList;
import java.util.List;

/// The verifier's side of one Bulletproof: challenges, and the coefficients of its two equations (section 6.2).
///
/// - value: t̂·Gv + τx·G − Σ z^{1+j}·V_j − δ(y,z)·Gv − x·T1 − x²·T2 = 0
/// - inner product: A + x·S − μ·G + w·(t̂ − a·b)·u + Σ (−z − a·sᵢ)·gᵢ
///   + Σ (z + y⁻ⁱ·(z^{1+j}·2^k − b·sᵢ⁻¹))·hᵢ + Σ (x_r²·L_r + x_r⁻²·R_r) = 0
///
/// The equations carry weights of their own in the batch, so no further factor joins them. The proof's points go from
/// its bytes into the batch's buffer, the coefficients of the bases into two vectors.
final class BulletproofVerifier {
    private final BulletproofBases bases;
    private final int bits;
    private final int size;
    private final int roundCount;
    private final PointBuffer points;

    /// Handle of A; S, T1, T2, all L, all R follow.
    private final int first;

    private final Scalar tauX;
    private final Scalar mu;
    private final Scalar tHat;
    private final Scalar aLast;
    private final Scalar bLast;

    /// Reads the proof.
    ///
    /// @throws IllegalArgumentException if it is malformed
    BulletproofVerifier(Bulletproof scheme, ProofReader in, PointBuffer points) {
        bases = scheme.bases();
        bits = scheme.bits();
        size = bits * scheme.values();
        roundCount = scheme.rounds();
        this.points = points;
        first = in.curvePoints(points, BulletproofMessages.POINTS + 2 * roundCount);
        tauX = in.scalar();
        mu = in.scalar();
        tHat = in.scalar();
        aLast = in.scalar();
        bLast = in.scalar();
    }

    private int s() {
        return first + 1;
    }

    private int t1() {
        return first + 2;
    }

    private int t2() {
        return first + 3;
    }

    private int left(int round) {
        return first + BulletproofMessages.POINTS + round;
    }

    private int right(int round) {
        return left(roundCount + round);
    }

    /// Appends both equations.
    ///
    /// @param commitments handles
    void append(int[] commitments, BulletproofTranscript transcript, VerificationBatch.Item item) {
        Scalar[] yz = transcript.bits(points, first, s());
        Scalar x = transcript.polynomial(points, t1(), t2());
        Scalar w = transcript.evaluation(tauX, mu, tHat);
        List<Scalar> rounds = new ArrayList<>(roundCount + 1);
        for (int round = 0; round < roundCount; round++) {
            rounds.add(transcript.round(points, left(round), right(round)));
        }
        transcript.end(aLast, bLast);
        appendValue(commitments, yz[0], yz[1], x, item.equation());
        appendInnerProduct(rounds, yz[0], yz[1], x, w, item.equation());
    }

    private void appendValue(int[] commitments, Scalar y, Scalar z, Scalar x, VerificationBatch.Equation equation) {
        Scalar delta = RangeMath.delta(y, z, bits, size / bits);
        equation.add(List.of(tauX, tHat.subtract(delta)), bases.fixed(), BulletproofBases.BLINDING);
        Scalar weight = z.square().negate();
        for (int commitment : commitments) {
            equation.add(weight, commitment);
            weight = weight.multiply(z);
        }
        equation.add(x.negate(), t1());
        equation.add(x.square().negate(), t2());
    }

    private void appendInnerProduct(
            List<Scalar> rounds, Scalar y, Scalar z, Scalar x, Scalar w, VerificationBatch.Equation equation) {
        List<Scalar> invertible = new ArrayList<>(rounds);
        invertible.add(y);
        List<Scalar> inverses = Scalar.batchInvert(invertible);
        equation.add(Scalar.ONE, first);
        equation.add(x, s());
        for (int round = 0; round < roundCount; round++) {
            equation.add(rounds.get(round).square(), left(round));
            equation.add(inverses.get(round).square(), right(round));
        }
        Scalar product = tHat.subtract(aLast.multiply(bLast));
        equation.add(mu.negate(), bases.fixed(), BulletproofBases.BLINDING);
        equation.add(w.multiply(product), bases.fixed(), BulletproofBases.U);
        ScalarVector fold = RangeMath.foldCoefficients(rounds, inverses.subList(0, roundCount));
        equation.add(hCoefficients(fold, inverses.getLast(), z), bases.fixed(), bases.hFrom());
        equation.add(gCoefficients(fold, z), bases.fixed(), bases.gFrom());
    }

    /// −z − a·sᵢ, in the place of sᵢ.
    private ScalarVector gCoefficients(ScalarVector fold, Scalar z) {
        Scalar minusA = aLast.negate();
        Scalar minusZ = z.negate();
        for (int i = 0; i < size; i++) {
            fold.multiply(i, minusA);
            fold.add(i, minusZ);
        }
        return fold;
    }

    /// z + y⁻ⁱ·(z^{1+j}·2^k − b·sᵢ⁻¹). The inverse of the coefficient at i is the one at the opposite end.
    private ScalarVector hCoefficients(ScalarVector fold, Scalar yInverse, Scalar z) {
        Scalar minusB = bLast.negate();
        ScalarVector h = RangeMath.weightedTwos(z, bits, size);
        ScalarVector step = new ScalarVector(2).set(0, Scalar.ONE);
        for (int i = 0; i < size; i++) {
            step.product(1, fold, size - 1 - i, minusB);
            h.add(i, step, 1);
            h.multiply(i, step, 0);
            h.add(i, z);
            step.multiply(0, yInverse);
        }
        return h;
    }
}
