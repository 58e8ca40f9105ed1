package io.florin.crypto.shamir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharesTest {
    private static final PrimeField FIELD = PrimeField.modulo(BigInteger.valueOf(65_537));

    private final Random random = new Random(5);

    @Test
    void anyThresholdOfSharesGiveTheSecret() {
        FieldElement secret = FIELD.ofLong(4711);
        try (Polynomial polynomial = Polynomial.sharing(secret, 2, random)) {
            for (List<Integer> indexes : List.of(List.of(1, 2, 3), List.of(5, 1, 255), List.of(4, 7, 2, 9))) {
                assertThat(Shares.interpolate(indexes, shares(polynomial, indexes), 0))
                        .isEqualTo(secret);
                assertThat(Shares.interpolate(indexes, shares(polynomial, indexes), 17))
                        .isEqualTo(polynomial.share(17));
            }
        }
    }

    @Test
    void oneShareLessFitsEverySecret() {
        try (Polynomial polynomial = Polynomial.sharing(FIELD.ofLong(4711), 2, random)) {
            List<FieldElement> known = shares(polynomial, List.of(1, 2));
            for (int guess = 0; guess < 50; guess++) {
                FieldElement constant = FIELD.ofLong(guess);
                // the third share that would make the secret this guess always exists
                List<FieldElement> weights = Shares.lagrange(FIELD, List.of(1, 2, 3), 0);
                FieldElement third = constant.subtract(known.get(0).multiply(weights.get(0)))
                        .subtract(known.get(1).multiply(weights.get(1)))
                        .multiply(weights.get(2).invert());
                assertThat(Shares.interpolate(List.of(1, 2, 3), List.of(known.get(0), known.get(1), third), 0))
                        .isEqualTo(constant);
            }
        }
    }

    @Test
    void refusesIndexesThatRepeatOrAreOutOfRange() {
        for (List<Integer> bad :
                List.of(List.<Integer>of(), List.of(0, 1), List.of(1, 1), List.of(1, -2), List.of(256))) {
            assertThatIllegalArgumentException().isThrownBy(() -> Shares.lagrange(FIELD, bad, 0));
        }
        try (Polynomial polynomial = Polynomial.sharing(FIELD.ofLong(4711), 2, random)) {
            assertThatIllegalArgumentException().isThrownBy(() -> polynomial.share(0));
            assertThatIllegalArgumentException().isThrownBy(() -> polynomial.share(256));
        }
    }

    @Test
    void closingErasesTheCoefficientsButNotTheGivenSecret() {
        FieldElement secret = FIELD.ofLong(4711);
        Polynomial polynomial = Polynomial.sharing(secret, 2, random);
        FieldElement share = polynomial.share(1);
        polynomial.close();
        assertThat(polynomial.coefficient(0).isZero()).isTrue();
        assertThat(polynomial.coefficient(2).isZero()).isTrue();
        assertThat(secret).isEqualTo(FIELD.ofLong(4711));
        assertThat(share.isZero()).isFalse();
        assertThat(polynomial).hasToString("Polynomial of degree 2");
    }

    private static List<FieldElement> shares(Polynomial polynomial, List<Integer> indexes) {
        return indexes.stream().map(polynomial::share).toList();
    }
}
