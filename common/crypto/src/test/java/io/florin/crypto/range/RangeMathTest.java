package io.florin.crypto.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.group.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Identities that hold on any curve.
final class RangeMathTest {
    private final RandomGenerator random = new SplittableRandom(7);

    /// δ(y, z) is what is left of t₀ = ⟨l₀, r₀⟩ besides Σ z^{1+j}·vⱼ, whatever the values are.
    @Test
    void deltaIsTheConstantTermWithoutTheValues() {
        int bits = 32;
        int values = 4;
        int size = bits * values;
        Scalar y = Scalar.random(random);
        Scalar z = Scalar.random(random);
        List<Scalar> yPowers = RangeMath.powers(y, size).toList();
        List<Scalar> twos = RangeMath.weightedTwos(z, bits, size).toList();
        Scalar constant = Scalar.ZERO;
        Scalar ofValues = Scalar.ZERO;
        Scalar zPower = z.square();
        for (int value = 0; value < values; value++) {
            long number = random.nextLong() & 0xffffffffL;
            ofValues = ofValues.add(zPower.multiply(Scalar.ofLong(number)));
            zPower = zPower.multiply(z);
            for (int bit = 0; bit < bits; bit++) {
                int i = value * bits + bit;
                Scalar digit = Scalar.ofLong(number >>> bit & 1);
                Scalar left = digit.subtract(z);
                Scalar right = yPowers.get(i)
                        .multiply(digit.subtract(Scalar.ONE).add(z))
                        .add(twos.get(i));
                constant = constant.add(left.multiply(right));
            }
        }
        assertThat(constant).isEqualTo(ofValues.add(RangeMath.delta(y, z, bits, values)));
    }

    /// The s-vector is what folding the unit vectors gives, and reversed it is its own inverse.
    @Test
    void foldCoefficientsAreThoseOfFolding() {
        int rounds = 5;
        List<Scalar> challenges = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            challenges.add(Scalar.random(random));
        }
        List<Scalar> inverses = Scalar.batchInvert(challenges);
        List<Scalar> coefficients =
                RangeMath.foldCoefficients(challenges, inverses).toList();
        int size = 1 << rounds;
        assertThat(coefficients).hasSize(size);
        for (int unit = 0; unit < size; unit++) {
            Scalar[] vector = new Scalar[size];
            for (int i = 0; i < size; i++) {
                vector[i] = i == unit ? Scalar.ONE : Scalar.ZERO;
            }
            int half = size / 2;
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < half; i++) {
                    vector[i] = vector[i]
                            .multiply(inverses.get(round))
                            .add(vector[half + i].multiply(challenges.get(round)));
                }
                half /= 2;
            }
            assertThat(coefficients.get(unit)).isEqualTo(vector[0]);
            assertThat(coefficients.get(unit).multiply(coefficients.get(size - 1 - unit)))
                    .isEqualTo(Scalar.ONE);
        }
    }

    @Test
    void powersStartAtOne() {
        Scalar three = Scalar.ofLong(3);
        assertThat(RangeMath.powers(three, 4).toList())
                .containsExactly(Scalar.ONE, three, Scalar.ofLong(9), Scalar.ofLong(27));
        assertThat(RangeMath.sumOfPowers(three, 1)).isEqualTo(Scalar.ONE);
        assertThat(RangeMath.sumOfPowers(three, 4)).isEqualTo(Scalar.ofLong(40));
        assertThat(RangeMath.sumOfPowers(Scalar.ofLong(2), 64)).isEqualTo(Scalar.ofLong(-1));
    }
}
