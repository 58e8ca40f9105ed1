package io.florin.crypto.range;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.BaseTable;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import io.florin.crypto.group.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The prover of an aggregated Bulletproof (Bünz et al. 2017/1066, sections 3 and 4.1 to 4.3), for one proof.
///
/// Constant time wherever a secret meets a point: A, S, T1, T2. The inner product's vectors l and r are not secret in
/// that sense: they are blinded by s·x, and the protocol of section 4.1 sends them as they are, so the rounds use the
/// fast, variable-time sum. While the vectors are long, the generators are not folded: the rounds' points are sums over
/// the original ones with folded coefficients, whose multiples are precomputed. Once they are short they are.
final class BulletproofProver {
    /// The length at which the generators are folded. Of two values of 64 bits a proof takes 59.8 ms without it, 55.7
    /// with 8, 58 with 4 or 16, 62 with 32.
    private static final int FOLDED = 8;

    private final BulletproofBases bases;
    private final int bits;
    private final int size;
    private final BulletproofTranscript transcript;
    private final Supplier<Scalar> nonces;
    private final BaseTable table;

    BulletproofProver(
            BulletproofBases bases, int bits, int size, BulletproofTranscript transcript, Supplier<Scalar> nonces) {
        this.bases = bases;
        this.bits = bits;
        this.size = size;
        this.transcript = transcript;
        this.nonces = nonces;
        table = bases.table();
    }

    /// Proves. The digits are zero or one for a proof that holds; tests of soundness give others.
    ///
    /// @param digits those of all values, the lowest first, one value after the other; padded
    /// @param digitBits how many bits each digit has at most; public
    /// @param blindings of the commitments; padded
    BulletproofMessages prove(List<Scalar> digits, int digitBits, List<Scalar> blindings) {
        Scalar alpha = nonces.get();
        return prove(alpha, mask(bases, size, nonces), digits, digitBits, blindings);
    }

    /// The same with a mask made before.
    BulletproofMessages prove(PreparedMask.Mask mask, List<Scalar> digits, int digitBits, List<Scalar> blindings) {
        return prove(nonces.get(), mask, digits, digitBits, blindings);
    }

    /// S with what opens it.
    static PreparedMask.Mask mask(BulletproofBases bases, int size, Supplier<Scalar> nonces) {
        Scalar rho = nonces.get();
        List<Scalar> left = Stream.generate(nonces).limit(size).toList();
        List<Scalar> right = Stream.generate(nonces).limit(size).toList();
        return new PreparedMask.Mask(rho, left, right, commit(bases, rho, left, right));
    }

    private BulletproofMessages prove(
            Scalar alpha, PreparedMask.Mask mask, List<Scalar> digits, int digitBits, List<Scalar> blindings) {
        Scalar rho = mask.rho();
        List<Scalar> sLeft = mask.left();
        List<Scalar> sRight = mask.right();
        List<Scalar> complement =
                digits.stream().map(digit -> digit.subtract(Scalar.ONE)).toList();
        G1 a = commitDigits(alpha, digits, digitBits);
        G1 s = mask.point();
        Scalar[] yz = transcript.bits(a, s);
        ScalarVector yPowers = RangeMath.powers(yz[0], size);
        Scalar z = yz[1];
        ScalarVector zTwos = RangeMath.weightedTwos(z, bits, size);

        List<Scalar> l0 = new ArrayList<>(size);
        List<Scalar> r0 = new ArrayList<>(size);
        List<Scalar> r1 = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            l0.add(digits.get(i).subtract(z));
            r0.add(yPowers.get(i).multiply(complement.get(i).add(z)).add(zTwos.get(i)));
            r1.add(yPowers.get(i).multiply(sRight.get(i)));
        }
        Scalar coefficient1 = Scalar.sumOfProducts(l0, r1).add(Scalar.sumOfProducts(sLeft, r0));
        Scalar coefficient2 = Scalar.sumOfProducts(sLeft, r1);
        Scalar tau1 = nonces.get();
        Scalar tau2 = nonces.get();
        G1 t1 = pedersen(coefficient1, tau1);
        G1 t2 = pedersen(coefficient2, tau2);
        Scalar x = transcript.polynomial(t1, t2);

        List<Scalar> l = RangeMath.line(l0, sLeft, x);
        List<Scalar> r = RangeMath.line(r0, r1, x);
        Scalar tHat = Scalar.sumOfProducts(l, r);
        Scalar tauX = x.multiply(tau1.add(x.multiply(tau2)));
        Scalar zPower = z.square();
        for (Scalar blinding : blindings) {
            tauX = tauX.add(zPower.multiply(blinding));
            zPower = zPower.multiply(z);
        }
        Scalar mu = alpha.add(rho.multiply(x));
        Scalar w = transcript.evaluation(tauX, mu, tHat);

        List<G1> left = new ArrayList<>();
        List<G1> right = new ArrayList<>();
        Scalar[] last = innerProduct(l, r, yz[0].invert(), w, left, right);
        transcript.end(last[0], last[1]);
        return new BulletproofMessages(a, s, t1, t2, tauX, mu, tHat, left, right, last[0], last[1]);
    }

    /// The rounds of the inner-product argument on g and h' = y⁻ⁱ·h (section 3, protocol 2).
    private Scalar[] innerProduct(
            List<Scalar> l, List<Scalar> r, Scalar yInverse, Scalar w, List<G1> left, List<G1> right) {
        Scalar[] a = l.toArray(Scalar[]::new);
        Scalar[] b = r.toArray(Scalar[]::new);
        Scalar[] powers = RangeMath.powers(yInverse, size).toList().toArray(Scalar[]::new);
        Vectors vectors = new Vectors(ones(size), powers, this::tableSum);
        for (int half = size / 2; half > 0; half /= 2) {
            if (2 * half == FOLDED && size > FOLDED) {
                vectors = folded(vectors);
            }
            G1 leftPoint = vectors.roundPoint(a, b, half, w, true);
            G1 rightPoint = vectors.roundPoint(a, b, half, w, false);
            left.add(leftPoint);
            right.add(rightPoint);
            Scalar x = transcript.round(leftPoint, rightPoint);
            Scalar xInverse = x.invert();
            for (int i = 0; i < half; i++) {
                a[i] = x.multiply(a[i]).add(xInverse.multiply(a[half + i]));
                b[i] = xInverse.multiply(b[i]).add(x.multiply(b[half + i]));
            }
            vectors.fold(half, x, xInverse);
        }
        return new Scalar[] {a[0], b[0]};
    }

    /// Σ scalarᵢ · base at indexᵢ, where u, the vector g and the vector h stand in a row.
    private interface Sum {
        G1 of(List<Scalar> scalars, int[] indexes);
    }

    private G1 tableSum(List<Scalar> scalars, int[] indexes) {
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] += BulletproofBases.U;
        }
        return table.sum(scalars, indexes);
    }

    private static Scalar[] ones(int count) {
        Scalar[] ones = new Scalar[count];
        Arrays.fill(ones, Scalar.ONE);
        return ones;
    }

    /// The vectors calculated as points: their last rounds are sums of few points instead of all.
    private Vectors folded(Vectors vectors) {
        List<G1> points = new ArrayList<>(List.of(bases.u()));
        for (boolean isG : new boolean[] {true, false}) {
            for (int position = 0; position < FOLDED; position++) {
                points.add(vectors.folded(position, isG));
            }
        }
        return new Vectors(ones(FOLDED), ones(FOLDED), (scalars, indexes) -> {
            Terms sum = new Terms(indexes.length);
            for (int i = 0; i < indexes.length; i++) {
                sum.add(scalars.get(i), points.get(indexes[i]));
            }
            return sum.sum();
        });
    }

    /// The folded vectors, as coefficients of the points that they were folded from. Owned by the prover, which folds
    /// them.
    @SuppressWarnings("ArrayRecordComponent")
    private record Vectors(Scalar[] g, Scalar[] h, Sum sum) {
        private int size() {
            return g.length;
        }

        private int index(int i, boolean isG) {
            return 1 + (isG ? i : size() + i);
        }

        void fold(int half, Scalar x, Scalar xInverse) {
            for (int i = 0; i < size(); i++) {
                boolean low = (i & half) == 0;
                g[i] = g[i].multiply(low ? xInverse : x);
                h[i] = h[i].multiply(low ? x : xInverse);
            }
        }

        /// The point that stands at a position of the folded vector.
        G1 folded(int position, boolean isG) {
            int count = size() / FOLDED;
            List<Scalar> scalars = new ArrayList<>(count);
            int[] indexes = new int[count];
            for (int i = 0; i < count; i++) {
                int at = position + i * FOLDED;
                scalars.add((isG ? g : h)[at]);
                indexes[i] = index(at, isG);
            }
            return sum.of(scalars, indexes);
        }

        /// L = ⟨a_lo, g_hi⟩ + ⟨b_hi, h_lo⟩ + ⟨a_lo, b_hi⟩·w·u, or R with low and high exchanged. Base i stands at
        /// position i mod 2·half of the folded vectors.
        G1 roundPoint(Scalar[] a, Scalar[] b, int half, Scalar w, boolean isLeft) {
            Scalar product = Scalar.ZERO;
            int aOffset = isLeft ? 0 : half;
            int bOffset = half - aOffset;
            for (int i = 0; i < half; i++) {
                product = product.add(a[aOffset + i].multiply(b[bOffset + i]));
            }
            List<Scalar> scalars = new ArrayList<>(size() + 1);
            int[] indexes = new int[size() + 1];
            for (int i = 0; i < size(); i++) {
                int position = i & (half - 1);
                boolean isG = (i & half) != 0 == isLeft;
                scalars.add(isG ? a[aOffset + position].multiply(g[i]) : b[bOffset + position].multiply(h[i]));
                indexes[i] = index(i, isG);
            }
            scalars.add(product.multiply(w));
            return sum.of(scalars, indexes);
        }
    }

    private static G1 commit(BulletproofBases bases, Scalar blinding, List<Scalar> left, List<Scalar> right) {
        List<Scalar> scalars = new ArrayList<>(2 * left.size() + 1);
        List<G1> points = new ArrayList<>(2 * left.size() + 1);
        Collections.addAll(scalars, blinding);
        Collections.addAll(points, Generators.BLINDING);
        scalars.addAll(left);
        points.addAll(bases.g());
        scalars.addAll(right);
        points.addAll(bases.h());
        return G1.sumOfSecretProducts(scalars, points);
    }

    /// α·G + ⟨d, g⟩ + ⟨d − 1, h⟩ = α·G − Σ h + ⟨d, g + h⟩: short scalars on half the points of [#commit].
    private G1 commitDigits(Scalar blinding, List<Scalar> digits, int digitBits) {
        return Generators.BLINDING
                .multiply(blinding)
                .subtract(bases.hSum())
                .add(G1.sumOfSecretProducts(digits, bases.gPlusH(), digitBits));
    }

    private static G1 pedersen(Scalar value, Scalar blinding) {
        return G1.sumOfSecretProducts(List.of(value, blinding), List.of(Generators.VALUE, Generators.BLINDING));
    }
}
