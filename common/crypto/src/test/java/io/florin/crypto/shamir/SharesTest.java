package io.florin.crypto.shamir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.frost.Edwards25519;
import java.math.BigInteger;
import java.util.ArrayList;
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

    /// Points are those of a sharing of exactly this threshold, and of this key.
    @Test
    void pointsThatAreNotASharingOfTheKeyAreRefused() {
        GroupElement base = Edwards25519.GROUP.generator();
        FieldElement secret = Edwards25519.GROUP.scalars().random(random);
        List<Integer> indexes = List.of(1, 2, 4, 7);
        List<GroupElement> points = new ArrayList<>();
        try (Polynomial polynomial = Polynomial.sharing(secret, 1, random)) {
            shares(polynomial, indexes).forEach(share -> points.add(base.times(share)));
        }
        GroupElement key = base.times(secret);
        Shares.requireSharing(2, indexes, points, key);
        notASharing(2, indexes, points, key.plus(base));
        notASharing(2, indexes, points.reversed(), key);
        notASharing(3, indexes, points, key);
        notASharing(1, indexes, points, key);
        notASharing(0, indexes, points, key);
        notASharing(5, indexes, points, key);
        notASharing(2, indexes.subList(0, 3), points, key);
        notASharing(2, List.of(1, 2, 2), List.of(points.get(0), points.get(1), points.get(1)), key);
        notASharing(2, List.of(0, 2, 4), List.of(key, points.get(1), points.get(2)), key);
        List<GroupElement> lastIsWrong = new ArrayList<>(points);
        lastIsWrong.set(3, points.get(3).plus(base));
        notASharing(2, indexes, lastIsWrong, key);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Shares.isOfDegree(2, indexes.subList(0, 2), points.subList(0, 2)))
                .withMessageContaining("say nothing");
    }

    private static void notASharing(int threshold, List<Integer> indexes, List<GroupElement> points, GroupElement key) {
        assertThatIllegalArgumentException().isThrownBy(() -> Shares.requireSharing(threshold, indexes, points, key));
    }

    @Test
    void refusesListsThatDoNotGoTogetherAndDegreesBeyondTheIndexes() {
        FieldElement one = FIELD.one();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Shares.interpolate(List.of(1, 2, 3), List.of(one, one), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Shares.interpolate(List.of(1, 2), List.of(one, one, one), 0));
        GroupElement base = Edwards25519.GROUP.generator();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Shares.interpolatePoints(List.of(1), List.of(base, base), 0));
        for (int degree : List.of(-1, Shares.INDEX_MAX)) {
            assertThatIllegalArgumentException().isThrownBy(() -> Polynomial.sharing(one, degree, random));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Polynomial.of(List.of()));
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
