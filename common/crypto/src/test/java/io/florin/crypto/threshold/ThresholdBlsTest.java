package io.florin.crypto.threshold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsSecretKey;
import io.florin.crypto.bls.BlsSignature;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThresholdBlsTest {
    private static final byte[] MESSAGE = "a bundle".getBytes(StandardCharsets.UTF_8);

    @Test
    void anyTwoOfThreeMakeTheSameSignature() {
        GeneratedKeys keys = GeneratedKeys.of(2, 3);
        List<SignatureShare> shares = shares(keys);
        BlsSignature first = ThresholdBls.combine(2, List.of(shares.get(0), shares.get(1)));
        assertThat(Bls.verify(keys.groupKey(), MESSAGE, first)).isTrue();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (i != j) {
                    assertThat(ThresholdBls.combine(2, List.of(shares.get(i), shares.get(j))))
                            .isEqualTo(first);
                }
            }
        }
        assertThat(ThresholdBls.combine(2, shares)).isEqualTo(first);
    }

    @Test
    void everyThresholdUpToSevenWorks() {
        for (int threshold = 2; threshold <= 7; threshold++) {
            GeneratedKeys keys = GeneratedKeys.of(threshold, 7);
            List<SignatureShare> last = shares(keys).subList(7 - threshold, 7);
            assertThat(Bls.verify(keys.groupKey(), MESSAGE, ThresholdBls.combine(threshold, last)))
                    .isTrue();
        }
    }

    @Test
    void aThresholdOfOneIsAnyPartysOwnSignature() {
        try (KeyShare alone = new KeyShare(5, BlsSecretKey.generate(new Random(7)))) {
            List<SignatureShare> share = List.of(ThresholdBls.signShare(alone, MESSAGE));
            assertThat(Bls.verify(alone.secret().publicKey(), MESSAGE, ThresholdBls.combine(1, share)))
                    .isTrue();
        }
    }

    @Test
    void tooFewSharesAreRefusedAndWouldNotGiveTheSignature() {
        GeneratedKeys keys = GeneratedKeys.of(3, 5);
        List<SignatureShare> two = shares(keys).subList(0, 2);
        assertThatIllegalArgumentException().isThrownBy(() -> ThresholdBls.combine(3, two));
        assertThatIllegalArgumentException().isThrownBy(() -> ThresholdBls.combine(0, two));
        assertThat(Bls.verify(keys.groupKey(), MESSAGE, ThresholdBls.combine(2, two)))
                .isFalse();
    }

    @Test
    void duplicateAndZeroIndexesAreRefused() {
        List<SignatureShare> shares = shares(GeneratedKeys.of(2, 3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThresholdBls.combine(2, List.of(shares.get(0), shares.get(0))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThresholdBls.combine(2, List.of(shares.get(0), shares.get(1), shares.get(1))));
        BlsSignature signature = shares.get(0).signature();
        assertThatIllegalArgumentException().isThrownBy(() -> new SignatureShare(0, signature));
        assertThatIllegalArgumentException().isThrownBy(() -> new SignatureShare(-1, signature));
    }

    @Test
    void aWrongShareIsFoundAndSpoilsTheSignature() {
        GeneratedKeys keys = GeneratedKeys.of(2, 3);
        List<SignatureShare> shares = shares(keys);
        SignatureShare other = ThresholdBls.signShare(keys.shares().get(1), new byte[] {1});
        SignatureShare renumbered = new SignatureShare(2, shares.get(2).signature());
        for (SignatureShare wrong : List.of(other, renumbered)) {
            assertThat(ThresholdBls.verifyShare(keys.verificationKeys().get(1), MESSAGE, wrong))
                    .isFalse();
            BlsSignature spoiled = ThresholdBls.combine(2, List.of(shares.get(0), wrong));
            assertThat(Bls.verify(keys.groupKey(), MESSAGE, spoiled)).isFalse();
        }
        for (int i = 0; i < 3; i++) {
            assertThat(ThresholdBls.verifyShare(keys.verificationKeys().get(i), MESSAGE, shares.get(i)))
                    .isTrue();
        }
    }

    @Test
    void impossibleThresholdsAreRefused() {
        BlsGroupKey key = GeneratedKeys.of(2, 3).group();
        assertThatIllegalArgumentException().isThrownBy(() -> new BlsGroupKey(0, key.key(), key.verificationKeys()));
        assertThatIllegalArgumentException().isThrownBy(() -> new BlsGroupKey(4, key.key(), key.verificationKeys()));
    }

    @Test
    void sharesAreSilent() {
        try (GeneratedKeys keys = GeneratedKeys.of(2, 3)) {
            assertThat(keys.toString())
                    .doesNotContain(HexFormat.of()
                            .formatHex(keys.shares().get(0).secret().toBytes())
                            .substring(0, 8));
        }
    }

    private static List<SignatureShare> shares(GeneratedKeys keys) {
        return IntStream.range(0, keys.shares().size())
                .mapToObj(i -> ThresholdBls.signShare(keys.shares().get(i), MESSAGE))
                .toList();
    }
}
