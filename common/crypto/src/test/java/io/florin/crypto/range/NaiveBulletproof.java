package io.florin.crypto.range;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.ArrayList;
import java.util.List;

/// A second verifier, as the paper writes it: equation (65) on its own, then the inner-product argument folded round by
/// round on real points, with h' = y⁻ⁱ·h made; no s-vector, no batch. The oracle of the tests.
final class NaiveBulletproof {
    private final int bits;
    private final int values;
    private final PointFormat format;
    private final BulletproofBases bases;

    NaiveBulletproof(Bulletproof scheme, PointFormat format) {
        bits = scheme.bits();
        values = scheme.values();
        this.format = format;
        bases = scheme.bases();
    }

    boolean verify(byte[] bytes, List<G1> commitments, ProofTranscript transcript) {
        int size = bits * values;
        BulletproofMessages proof = decode(bytes, Integer.numberOfTrailingZeros(size));
        BulletproofTranscript hashed = new BulletproofTranscript(transcript, bits, values, commitments);
        Scalar[] yz = hashed.bits(proof.a(), proof.s());
        Scalar y = yz[0];
        Scalar z = yz[1];
        Scalar x = hashed.polynomial(proof.t1(), proof.t2());
        Scalar w = hashed.evaluation(proof.tauX(), proof.mu(), proof.tHat());

        // (65) t̂·Gv + τx·G = Σ z^{j+1}·V_j + δ·Gv + x·T1 + x²·T2
        G1 left = Generators.VALUE.multiply(proof.tHat()).add(Generators.BLINDING.multiply(proof.tauX()));
        G1 right = Generators.VALUE
                .multiply(delta(y, z))
                .add(group(proof.t1()).multiply(x))
                .add(group(proof.t2()).multiply(x.square()));
        Scalar power = z.square();
        for (G1 commitment : commitments) {
            right = right.add(commitment.multiply(power));
            power = power.multiply(z);
        }
        if (!left.equals(right)) {
            return false;
        }
        // (66), (67) P = A + x·S − z·⟨1,g⟩ + ⟨z·yⁿ + Σ z^{j+1}·2ⁿ, h'⟩ − μ·G + t̂·w·u
        List<G1> g = new ArrayList<>(bases.g());
        List<G1> h = new ArrayList<>();
        G1 p = group(proof.a()).add(group(proof.s()).multiply(x)).subtract(Generators.BLINDING.multiply(proof.mu()));
        for (int i = 0; i < size; i++) {
            h.add(bases.h().get(i).multiply(power(y.invert(), i)));
            Scalar digit = power(z, 2 + i / bits).multiply(power(Scalar.ofLong(2), i % bits));
            p = p.subtract(g.get(i).multiply(z))
                    .add(h.get(i).multiply(z.multiply(power(y, i)).add(digit)));
        }
        G1 u = bases.u().multiply(w);
        p = p.add(u.multiply(proof.tHat()));
        for (int round = 0; round < proof.left().size(); round++) {
            Scalar c = hashed.round(proof.left().get(round), proof.right().get(round));
            Scalar inverse = c.invert();
            p = p.add(group(proof.left().get(round)).multiply(c.square()))
                    .add(group(proof.right().get(round)).multiply(inverse.square()));
            g = fold(g, inverse, c);
            h = fold(h, c, inverse);
        }
        G1 expected = g.getFirst()
                .multiply(proof.aLast())
                .add(h.getFirst().multiply(proof.bLast()))
                .add(u.multiply(proof.aLast().multiply(proof.bLast())));
        return p.equals(expected);
    }

    private BulletproofMessages decode(byte[] bytes, int rounds) {
        ProofReader in = new ProofReader(bytes, format, 4 + 2 * rounds, 5);
        List<CurvePoint> first = in.curvePoints(4);
        List<CurvePoint> left = in.curvePoints(rounds);
        List<CurvePoint> right = in.curvePoints(rounds);
        List<Scalar> scalars = in.scalars(5);
        return new BulletproofMessages(
                first.get(0),
                first.get(1),
                first.get(2),
                first.get(3),
                scalars.get(0),
                scalars.get(1),
                scalars.get(2),
                left,
                right,
                scalars.get(3),
                scalars.get(4));
    }

    private Scalar delta(Scalar y, Scalar z) {
        Scalar sum = Scalar.ZERO;
        for (int i = 0; i < bits * values; i++) {
            sum = sum.add(z.subtract(z.square()).multiply(power(y, i)));
            sum = sum.subtract(power(z, 3 + i / bits).multiply(power(Scalar.ofLong(2), i % bits)));
        }
        return sum;
    }

    private static List<G1> fold(List<G1> points, Scalar low, Scalar high) {
        int half = points.size() / 2;
        List<G1> folded = new ArrayList<>(half);
        for (int i = 0; i < half; i++) {
            folded.add(points.get(i).multiply(low).add(points.get(half + i).multiply(high)));
        }
        return folded;
    }

    private static Scalar power(Scalar base, int exponent) {
        Scalar result = Scalar.ONE;
        for (int i = 0; i < exponent; i++) {
            result = result.multiply(base);
        }
        return result;
    }

    private static G1 group(CurvePoint point) {
        return point.toGroup();
    }
}
