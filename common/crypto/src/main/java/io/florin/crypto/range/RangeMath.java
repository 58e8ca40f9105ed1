package io.florin.crypto.range;

import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import java.util.ArrayList;
import java.util.List;

/// The scalar vectors of Bulletproofs.
final class RangeMath {
    private static final Scalar TWO = Scalar.ofLong(2);

    private RangeMath() {}

    /// 1, x, x², …
    static ScalarVector powers(Scalar x, int count) {
        ScalarVector powers = new ScalarVector(count).set(0, Scalar.ONE);
        for (int i = 1; i < count; i++) {
            powers.product(i, powers, i - 1, x);
        }
        return powers;
    }

    /// z², 2·z², 4·z², …; z³, 2·z³, …: the weights of the digits of all values.
    static ScalarVector weightedTwos(Scalar z, int bits, int count) {
        ScalarVector weights = new ScalarVector(count);
        Scalar zPower = z.square();
        for (int first = 0; first < count; first += bits) {
            weights.set(first, zPower);
            for (int i = first + 1; i < first + bits; i++) {
                weights.copy(i, weights, i - 1);
                weights.add(i, weights, i);
            }
            zPower = zPower.multiply(z);
        }
        return weights;
    }

    /// base + x · slope.
    static List<Scalar> line(List<Scalar> base, List<Scalar> slope, Scalar x) {
        List<Scalar> points = new ArrayList<>(base.size());
        for (int i = 0; i < base.size(); i++) {
            points.add(base.get(i).add(x.multiply(slope.get(i))));
        }
        return points;
    }

    /// 1 + y + y² + … of so many terms, a power of two: (1 + y)·(1 + y²)·(1 + y⁴)·…
    static Scalar sumOfPowers(Scalar y, int count) {
        Scalar sum = Scalar.ONE;
        Scalar power = y;
        for (int terms = 1; terms < count; terms *= 2) {
            sum = sum.add(sum.multiply(power));
            power = power.square();
        }
        return sum;
    }

    /// δ(y, z) = (z − z²)·⟨1, yⁿᵐ⟩ − Σⱼ zʲ⁺²·⟨1, 2ⁿ⟩, for j from 1 to m (section 4.3).
    static Scalar delta(Scalar y, Scalar z, int bits, int values) {
        Scalar zSum = Scalar.ZERO;
        Scalar zPower = z.square().multiply(z);
        for (int value = 0; value < values; value++) {
            zSum = zSum.add(zPower);
            zPower = zPower.multiply(z);
        }
        Scalar twos = sumOfPowers(TWO, bits);
        return z.subtract(z.square()).multiply(sumOfPowers(y, bits * values)).subtract(zSum.multiply(twos));
    }

    /// The coefficients sᵢ of the folded vector g (section 6.2): the product of all rounds' challenges, inverted where
    /// the bit of i that stands for the round is zero; the first round is the highest bit.
    static ScalarVector foldCoefficients(List<Scalar> challenges, List<Scalar> inverses) {
        int rounds = challenges.size();
        ScalarVector coefficients =
                new ScalarVector(1 << rounds).set(0, inverses.stream().reduce(Scalar.ONE, Scalar::multiply));
        for (int bit = 0; bit < rounds; bit++) {
            Scalar square = challenges.get(rounds - 1 - bit).square();
            for (int i = 0; i < 1 << bit; i++) {
                coefficients.product((1 << bit) + i, coefficients, i, square);
            }
        }
        return coefficients;
    }
}
