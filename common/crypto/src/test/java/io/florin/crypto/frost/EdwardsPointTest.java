package io.florin.crypto.frost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.sign.Ed25519;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EdwardsPointTest {
    private static final EdwardsPoint BASE = Edwards25519.GROUP.generator();

    private final Random random = new Random(3);

    /// A public key is the clamped half of the seed's hash times the base point.
    @Test
    void multipliesLikeTheProviders() throws Exception {
        for (int i = 0; i < 50; i++) {
            byte[] seed = new byte[32];
            random.nextBytes(seed);
            byte[] scalar = Arrays.copyOf(MessageDigest.getInstance("SHA-512").digest(seed), 32);
            scalar[0] &= (byte) 0xf8;
            scalar[31] = (byte) (scalar[31] & 0x7f | 0x40);
            EdwardsPoint point = BASE.times(Edwards25519.SCALARS.reduceLittleEndian(scalar));
            try (var pair = Ed25519.fromSeed(seed)) {
                assertThat(point.encoded()).isEqualTo(pair.publicKey());
            }
            assertThat(EdwardsPoint.decode(point.encode())).isEqualTo(point);
        }
    }

    @Test
    void isAGroup() {
        for (int i = 0; i < 20; i++) {
            FieldElement a = Edwards25519.SCALARS.random(random);
            FieldElement b = Edwards25519.SCALARS.random(random);
            EdwardsPoint left = BASE.times(a);
            EdwardsPoint right = BASE.times(b);
            assertThat(left.add(right)).isEqualTo(right.add(left)).isEqualTo(BASE.times(a.add(b)));
            assertThat(left.times(b)).isEqualTo(BASE.times(a.multiply(b)));
            assertThat(left.doubled()).isEqualTo(left.add(left)).hasSameHashCodeAs(left.add(left));
            assertThat(left.minus(left).isIdentity()).isTrue();
            assertThat(left.add(EdwardsPoint.IDENTITY)).isEqualTo(left);
            assertThat(left.timesPublic(7)).isEqualTo(left.times(Edwards25519.SCALARS.ofLong(7)));
        }
        assertThat(BASE.timesPublic(0).isIdentity()).isTrue();
        assertThat(BASE.times(Edwards25519.SCALARS.zero()).isIdentity()).isTrue();
        assertThat(BASE.times(Edwards25519.SCALARS.one().negate()).add(BASE).isIdentity())
                .isTrue();
    }

    @Test
    void theBaseIsTheStandardOne() {
        assertThat(BASE.encoded().toHex()).isEqualTo("58" + "66".repeat(31));
    }

    @Test
    void refusesWhatIsNotCanonicalOrOutsideTheSubgroup() {
        String identity = "01" + "00".repeat(31);
        String ofOrderTwo = "ec" + "ff".repeat(30) + "7f";
        String ofOrderFour = "00".repeat(32);
        String ofOrderEight = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05";
        String notBelowPrime = "ee" + "ff".repeat(30) + "7f";
        for (String bad : new String[] {identity, ofOrderTwo, ofOrderFour, ofOrderEight, notBelowPrime, "00", ""}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> EdwardsPoint.decode(HexFormat.of().parseHex(bad)));
        }
        int offTheCurve = 0;
        for (int y = 2; y < 40; y++) {
            byte[] encoded =
                    Edwards25519.SCALARS.ofPublic(BigInteger.valueOf(y)).toLittleEndian();
            try {
                EdwardsPoint.decode(encoded);
            } catch (IllegalArgumentException e) {
                offTheCurve++;
            }
        }
        assertThat(offTheCurve).isGreaterThan(25); // half are off the curve, most of the rest outside the subgroup
    }
}
