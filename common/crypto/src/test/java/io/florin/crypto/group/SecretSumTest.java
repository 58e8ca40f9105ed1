package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sums of short secret scalars are those of any scalars.
final class SecretSumTest {
    private final RandomGenerator random = new SplittableRandom(9);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 63, 64, 128, 254, 255})
    void agreesForEveryBound(int bits) {
        List<Scalar> scalars = Stream.concat(
                        Stream.of(Scalar.ZERO, Scalar.ONE),
                        Stream.generate(() -> below(bits)).limit(6))
                .toList();
        List<G1> points = scalars.stream()
                .map(scalar -> G1.generator().multiply(Scalar.random(random)))
                .toList();
        assertThat(G1.sumOfSecretProducts(scalars, points, bits)).isEqualTo(G1.sumOfProducts(scalars, points));
    }

    private Scalar below(int bits) {
        if (bits == Scalar.BITS) {
            return Scalar.random(random);
        }
        Scalar result = Scalar.ZERO;
        for (int i = 0; i < bits; i++) {
            result = result.add(result).add(Scalar.ofLong(random.nextInt(2)));
        }
        return result;
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 256})
    void refusesOtherBounds(int bits) {
        assertThatIllegalArgumentException().isThrownBy(() -> G1.sumOfSecretProducts(List.of(), List.of(), bits));
    }
}
