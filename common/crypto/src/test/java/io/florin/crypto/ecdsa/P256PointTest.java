package io.florin.crypto.ecdsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.shamir.FieldElement;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;
import org.junit.jupiter.api.Test;

class P256PointTest {
    private static final P256Point BASE = P256.GROUP.generator();

    private final ECPoint oracle = CustomNamedCurves.getByName("secp256r1").getG();
    private final Random random = new Random(31);

    @Test
    void agreesWithBouncyCastle() {
        for (int i = 0; i < 30; i++) {
            FieldElement a = P256.SCALARS.random(random);
            FieldElement b = P256.SCALARS.random(random);
            ECPoint left = oracle.multiply(number(a));
            ECPoint right = oracle.multiply(number(b));
            assertSame(BASE.times(a), left);
            assertSame(BASE.times(a).add(BASE.times(b)), left.add(right));
            assertSame((P256Point) BASE.times(a).minus(BASE.times(b)), left.subtract(right));
            assertSame(BASE.times(a).doubled(), left.twice());
            assertSame(BASE.times(a).times(b), left.multiply(number(b)));
            assertThat(BASE.times(a).abscissa())
                    .isEqualTo(P256.SCALARS.ofPublic(
                            left.normalize().getAffineXCoord().toBigInteger()));
        }
    }

    @Test
    void hasNoSpecialCases() {
        P256Point identity = P256.GROUP.identity();
        P256Point point = BASE.times(P256.SCALARS.random(random));
        assertThat(point.add(identity)).isEqualTo(point);
        assertThat(identity.add(point)).isEqualTo(point);
        assertThat(identity.add(identity)).isEqualTo(identity);
        assertThat(identity.doubled()).isEqualTo(identity).hasSameHashCodeAs(point.minus(point));
        assertThat(point.add(point)).isEqualTo(point.doubled()).hasSameHashCodeAs(point.doubled());
        assertThat(point.add(point.negated()).isIdentity()).isTrue();
        assertThat(BASE.times(P256.SCALARS.zero()).isIdentity()).isTrue();
        assertThat(BASE.times(P256.SCALARS.one().negate())).isEqualTo(BASE.negated());
        assertThat(point.timesPublic(5)).isEqualTo(point.times(P256.SCALARS.ofLong(5)));
        assertThatIllegalStateException().isThrownBy(identity::encode);
        assertThat(identity).hasToString("P256Point[identity]");
    }

    @Test
    void decodesOnlyCanonicalPointsOfTheCurve() {
        P256Point point = BASE.times(P256.SCALARS.random(random));
        assertThat(P256Point.decode(point.encode())).isEqualTo(point);
        assertThat(P256Point.decode(point.negated().encode())).isEqualTo(point.negated());
        assertThat(P256Point.decode(point.encodeUncompressed())).isEqualTo(point);
        byte[] offTheCurve = point.encodeUncompressed();
        offTheCurve[64] ^= 1;
        String prime = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
        for (byte[] bad : List.of(
                offTheCurve,
                new byte[0],
                new byte[1],
                new byte[33],
                new byte[65],
                HexFormat.of().parseHex("02" + prime),
                HexFormat.of().parseHex("05" + prime),
                HexFormat.of().parseHex("02" + "00".repeat(31) + "01"))) {
            assertThatIllegalArgumentException().isThrownBy(() -> P256Point.decode(bad));
        }
    }

    private static void assertSame(P256Point actual, ECPoint expected) {
        assertThat(actual.encodeUncompressed()).isEqualTo(expected.getEncoded(false));
        assertThat(actual.encode()).isEqualTo(expected.getEncoded(true));
    }

    private static BigInteger number(FieldElement element) {
        return new BigInteger(1, element.toBytes());
    }
}
