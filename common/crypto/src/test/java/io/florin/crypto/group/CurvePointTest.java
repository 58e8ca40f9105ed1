package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CurvePointTest {
    private static final String TAG = "FLORIN-V1-TEST";

    private final Random random = new Random(5);
    private final G1 point = G1.hashTo(new byte[] {1}, TAG);

    static List<CurvePoint> torsion() {
        return List.of(Torsion.ofOrder3(), Torsion.ofOrder11(), Torsion.ofOrder10177());
    }

    static List<Engine> engines() {
        return TestEngines.both();
    }

    @Test
    void encodingsRoundTrip() {
        assertThat(G1.decode(point.encode())).isEqualTo(point).hasSameHashCodeAs(point);
        assertThat(G1.decode(point.encodeUncompressed())).isEqualTo(point);
        assertThat(CurvePoint.decode(point.encode())).isEqualTo(point);
        assertThat(point.encode()).hasSize(CurvePoint.SIZE);
        assertThat(point.encodeUncompressed()).hasSize(CurvePoint.UNCOMPRESSED_SIZE);
        assertThat(point.toString()).startsWith("G1[").hasSize("G1[".length() + 14);
        assertThat(G1.decodeOrIdentity(G1.identity().encode())).isEqualTo(G1.identity());
        assertThat(G1.decodeOrIdentity(G1.identity().encodeUncompressed())).isEqualTo(G1.identity());
    }

    @Test
    void isReadAndWrittenInPlace() {
        byte[] target = new byte[CurvePoint.SIZE + 2];
        point.encodeInto(target, 1);
        assertThat(Arrays.copyOfRange(target, 1, 1 + CurvePoint.SIZE)).isEqualTo(point.encode());
        assertThat(CurvePoint.decode(target, 1, CurvePoint.SIZE)).isEqualTo(point);
        assertThatIllegalArgumentException().isThrownBy(() -> CurvePoint.decode(target, 1, CurvePoint.SIZE - 1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> CurvePoint.decode(target, 3, CurvePoint.SIZE));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> CurvePoint.decode(target, -1, CurvePoint.SIZE));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> point.encodeInto(target, 3));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> point.encodeInto(target, -1));
    }

    @Test
    void isAGroup() {
        Scalar a = Scalar.random(random);
        Scalar b = Scalar.random(random);
        G1 g = G1.generator();
        assertThat(g.multiply(a).add(g.multiply(b))).isEqualTo(g.multiply(a.add(b)));
        assertThat(g.multiply(a).multiply(b)).isEqualTo(g.multiply(a.multiply(b)));
        assertThat(g.multiply(a).subtract(g.multiply(a))).isEqualTo(G1.identity());
        assertThat(g.multiply(a).negate()).isEqualTo(g.multiply(a.negate()));
        assertThat(g.add(g)).isEqualTo(g.multiply(Scalar.ofLong(2)));
        assertThat(g.add(G1.identity())).isEqualTo(g);
        assertThat(g.multiply(Scalar.ZERO).isIdentity()).isTrue();
        assertThat(G1.identity().multiply(a).isIdentity()).isTrue();
        assertThat(G1.identity().negate()).isEqualTo(G1.identity());
    }

    @Test
    void sumsOfProductsAgree() {
        List<Scalar> scalars = new ArrayList<>();
        List<G1> points = new ArrayList<>();
        G1 expected = G1.identity();
        for (int i = 0; i < 12; i++) {
            scalars.add(i % 4 == 0 ? Scalar.ONE.negate() : Scalar.random(random));
            points.add(i % 5 == 1 ? G1.identity() : G1.hashTo(new byte[] {(byte) i}, TAG));
            expected = expected.add(points.get(i).multiply(scalars.get(i)));
        }
        assertThat(G1.sumOfProducts(scalars, points)).isEqualTo(expected);
        assertThat(G1.sumOfSecretProducts(scalars, points)).isEqualTo(expected);
        assertThat(G1.sumOfProducts(List.of(), List.of())).isEqualTo(G1.identity());
        assertThat(G1.sumOfSecretProducts(List.of(), List.of())).isEqualTo(G1.identity());
        assertThatIllegalArgumentException().isThrownBy(() -> G1.sumOfProducts(scalars, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> G1.sumOfSecretProducts(scalars, List.of()));
    }

    /// Pitfalls 1 and 3: an honest point plus one of small order is on the curve, is another point with another
    /// encoding, satisfies equations on the prime-order part, and is refused wherever a point of the group is asked
    /// for.
    @ParameterizedTest
    @MethodSource("torsion")
    void refusesAPointOfTheGroupPlusOneOfSmallOrder(CurvePoint small) {
        CurvePoint shifted = Torsion.sum(point, small);
        assertThat(CurvePoint.decode(shifted.encode())).isEqualTo(shifted).isNotEqualTo(point);
        assertThatIllegalArgumentException().isThrownBy(() -> G1.decode(shifted.encode()));
        assertThatIllegalArgumentException().isThrownBy(() -> G1.decode(shifted.encodeUncompressed()));
        assertThatIllegalArgumentException().isThrownBy(() -> G1.decodeOrIdentity(shifted.encode()));
        assertThatIllegalArgumentException().isThrownBy(shifted::toGroup);
        for (Engine engine : TestEngines.both()) {
            assertThat(engine.g1().inGroup(shifted.words())).as(engine.name()).isFalse();
            assertThat(engine.g1().inGroup(small.words())).as(engine.name()).isFalse();
        }
    }

    /// The point of order 3 alone would spoil blst's tables; both engines keep it out.
    @ParameterizedTest
    @MethodSource("engines")
    void noDecoderAcceptsAPointOfOrder3(Engine engine) {
        for (CurvePoint small : List.of(Torsion.ofOrder3(), Torsion.ofOrder3().negate())) {
            for (byte[] encoded : List.of(small.encode(), small.encodeUncompressed())) {
                assertThat(engine.g1().decode(encoded, new long[CurvePoint.WORDS]))
                        .isFalse();
            }
        }
    }

    /// Pitfall 2.
    @Test
    void refusesTheIdentityUnlessAskedForIt() {
        for (byte[] identity : List.of(G1.identity().encode(), G1.identity().encodeUncompressed())) {
            assertThatIllegalArgumentException().isThrownBy(() -> G1.decode(identity));
            assertThatIllegalArgumentException().isThrownBy(() -> CurvePoint.decode(identity));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> G2.decode(G2.identity().encode()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> G2.decode(G2.identity().encodeUncompressed()));
        assertThat(G2.decodeOrIdentity(G2.identity().encode())).isEqualTo(G2.identity());
    }

    /// Pitfalls 1 and 31: every point has one encoding of each length; anything else is refused by both engines.
    @ParameterizedTest
    @MethodSource("engines")
    void refusesEveryOtherEncoding(Engine engine) {
        for (byte[] bad : malformedOfG1()) {
            assertThat(engine.g1().decode(bad, new long[CurvePoint.WORDS]))
                    .as(HexFormat.of().formatHex(bad))
                    .isFalse();
        }
        for (byte[] bad : malformedOfG2()) {
            assertThat(engine.g2().decode(bad, new long[2 * CurvePoint.WORDS]))
                    .as(HexFormat.of().formatHex(bad))
                    .isFalse();
        }
    }

    private List<byte[]> malformedOfG1() {
        return malformed(point.encode(), point.encodeUncompressed());
    }

    private static List<byte[]> malformedOfG2() {
        return malformed(G2.generator().encode(), G2.generator().encodeUncompressed());
    }

    private static List<byte[]> malformed(byte[] compressed, byte[] uncompressed) {
        List<byte[]> bad = new ArrayList<>();
        bad.add(new byte[0]);
        for (byte[] good : List.of(compressed, uncompressed)) {
            bad.add(Arrays.copyOf(good, good.length - 1)); // truncated
            bad.add(Arrays.copyOf(good, good.length + 1)); // trailing byte
            bad.add(Arrays.copyOf(good, 100_000)); // a length bomb is just another length
            bad.add(new byte[good.length]);
            bad.add(flipped(good, 0x80)); // the form that the length does not have
            bad.add(flipped(good, 0x40)); // infinity with digits
            byte[] infinityWithSign = new byte[good.length];
            infinityWithSign[0] = (byte) (good == compressed ? 0xe0 : 0x60);
            bad.add(infinityWithSign);
            byte[] infinityWithDigit = new byte[good.length];
            infinityWithDigit[0] = (byte) (good == compressed ? 0xc0 : 0x40);
            infinityWithDigit[good.length - 1] = 1;
            bad.add(infinityWithDigit);
            bad.add(plusPrime(good, 0));
            bad.add(allOnes(good));
        }
        bad.add(flipped(uncompressed, 0x20)); // a sign where y is written out
        byte[] otherY = uncompressed.clone();
        otherY[otherY.length - 1] ^= 1;
        bad.add(otherY);
        bad.add(plusPrime(uncompressed, uncompressed.length / 2));
        bad.add(plusPrime(uncompressed, uncompressed.length - 48));
        return bad;
    }

    private static byte[] flipped(byte[] encoded, int flag) {
        byte[] result = encoded.clone();
        result[0] ^= (byte) flag;
        return result;
    }

    private static byte[] allOnes(byte[] encoded) {
        byte[] result = new byte[encoded.length];
        Arrays.fill(result, (byte) 0xff);
        result[0] = (byte) (encoded[0] & 0xa0 | 0x1f);
        return result;
    }

    /// The same residue as a number that is not below p, in 381 bits and the two that are unused if it fits, which it
    /// does for small residues; otherwise p itself.
    private static byte[] plusPrime(byte[] encoded, int offset) {
        byte[] digits = Arrays.copyOfRange(encoded, offset, offset + 48);
        int flags = digits[0] & 0xe0;
        digits[0] &= 0x1f;
        BigInteger value = new BigInteger(1, digits).add(BaseField.P);
        if (value.bitLength() > 381) {
            value = BaseField.P;
        }
        byte[] result = encoded.clone();
        BaseField.write(value, result, offset);
        result[offset] |= (byte) (offset == 0 ? flags : 0);
        return result;
    }

    @Test
    void refusesBadTags() {
        assertThatIllegalArgumentException().isThrownBy(() -> G1.hashTo(new byte[0], ""));
        assertThatIllegalArgumentException().isThrownBy(() -> G1.hashTo(new byte[0], "x".repeat(256)));
        assertThatIllegalArgumentException().isThrownBy(() -> G2.hashTo(new byte[0], ""));
        assertThatIllegalArgumentException().isThrownBy(() -> HashToScalar.of(new byte[0], ""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExpandMessage.xmd(
                        new byte[0], TAG.getBytes(StandardCharsets.US_ASCII), ExpandMessage.SIZE_MAX + 1));
        assertThat(G1.hashTo(new byte[0], TAG)).isNotEqualTo(G1.hashTo(new byte[0], TAG + "2"));
        assertThat(HashToScalar.of(new byte[0], TAG)).isNotEqualTo(HashToScalar.of(new byte[0], TAG + "2"));
    }

    @Test
    void g2IsAGroup() {
        Scalar a = Scalar.random(random);
        Scalar b = Scalar.random(random);
        G2 g = G2.generator();
        assertThat(g.multiply(a).add(g.multiply(b))).isEqualTo(g.multiply(a.add(b)));
        assertThat(g.multiply(a).subtract(g.multiply(a))).isEqualTo(G2.identity());
        assertThat(G2.sumOfProducts(List.of(a, b), List.of(g, g.negate()))).isEqualTo(g.multiply(a.subtract(b)));
        assertThat(G2.decode(g.multiply(a).encode())).isEqualTo(g.multiply(a));
        assertThat(G2.decode(g.multiply(a).encodeUncompressed())).isEqualTo(g.multiply(a));
        assertThat(G2.hashTo(new byte[] {1}, TAG)).isNotEqualTo(G2.hashTo(new byte[] {2}, TAG));
    }

    /// Of 64-bit x coordinates nearly every point of the twist is outside G2.
    @Test
    void refusesPointsOfTheTwistOutsideG2() {
        int outside = 0;
        for (int x = 1; x < 40; x++) {
            byte[] encoded = new byte[96];
            encoded[0] = (byte) 0x80;
            encoded[95] = (byte) x;
            outside += TestEngines.fast().g2().decode(encoded, new long[24]) ? 1 : 0;
            assertThat(TestEngines.slow().g2().decode(encoded, new long[24]))
                    .isEqualTo(TestEngines.fast().g2().decode(encoded, new long[24]));
            assertThatIllegalArgumentException().isThrownBy(() -> G2.decode(encoded));
        }
        assertThat(outside).isPositive();
    }

    /// Pitfall 29: on the platforms we ship, secrets meet blst's constant-time code.
    @Test
    void theNativeEngineIsUsedHere() {
        assertThat(Engine.current().name()).startsWith("blst");
    }

    @Test
    void termsOutsideTheGroupHaveNoSum() {
        Terms terms = new Terms().add(Scalar.ONE, CurvePoint.decode(point.encode()));
        assertThatIllegalStateException().isThrownBy(terms::sum);
        terms.clear();
        assertThat(terms.sum()).isEqualTo(G1.identity());
        assertThat(terms.vanishes()).isTrue();
    }
}
