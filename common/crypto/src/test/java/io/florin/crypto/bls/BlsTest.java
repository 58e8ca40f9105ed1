package io.florin.crypto.bls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.group.G2;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BlsTest {
    private final RandomGenerator random = new Random(42);
    private final BlsSecretKey secret = BlsSecretKey.generate(random);
    private final BlsPublicKey key = secret.publicKey();

    @Test
    void verifiesItsOwnSignature() {
        BlsSignature signature = secret.sign(bytes("hello"));
        assertThat(Bls.verify(key, bytes("hello"), signature)).isTrue();
        assertThat(secret.sign(bytes("hello"))).isEqualTo(signature);
        assertThat(Bls.verify(key, new byte[0], secret.sign(new byte[0]))).isTrue();
    }

    @Test
    void rejectsAnotherMessageKeyOrSignature() {
        BlsSignature signature = secret.sign(bytes("hello"));
        BlsPublicKey otherKey = BlsSecretKey.generate(random).publicKey();
        assertThat(Bls.verify(key, bytes("hellO"), signature)).isFalse();
        assertThat(Bls.verify(otherKey, bytes("hello"), signature)).isFalse();
        assertThat(Bls.verify(key, bytes("hello"), secret.sign(bytes("other")))).isFalse();
    }

    @Test
    void encodingsRoundTrip() {
        BlsSignature signature = secret.sign(bytes("x"));
        assertThat(BlsSignature.decode(signature.toArray()))
                .isEqualTo(signature)
                .hasSameHashCodeAs(signature);
        assertThat(BlsPublicKey.decode(key.toArray())).isEqualTo(key).hasSameHashCodeAs(key);
        assertThat(signature.bytes().size()).isEqualTo(48);
        assertThat(key.bytes().size()).isEqualTo(96);
        try (BlsSecretKey again = BlsSecretKey.of(secret.toBytes())) {
            assertThat(again.publicKey()).isEqualTo(key);
        }
        assertThat(Bls.verify(BlsPublicKey.decode(key.toArray()), bytes("x"), BlsSignature.decode(signature.toArray())))
                .isTrue();
    }

    @Test
    void refusesMalformedSignatures() {
        byte[] good = secret.sign(bytes("x")).toArray();
        byte[] infinity = new byte[48];
        infinity[0] = (byte) 0xc0;
        byte[] uncompressedFlag = good.clone();
        uncompressedFlag[0] &= 0x7f;
        byte[] infinityFlag = good.clone();
        infinityFlag[0] |= 0x40;
        byte[] xIsPrime = HexFormat.of()
                .parseHex("9a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf"
                        + "6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
        for (byte[] bad : List.of(
                new byte[0],
                new byte[47],
                new byte[49],
                new byte[48],
                infinity,
                uncompressedFlag,
                infinityFlag,
                xIsPrime)) {
            assertThatIllegalArgumentException().isThrownBy(() -> BlsSignature.decode(bad));
        }
    }

    @Test
    void refusesPointsOnTheCurveButOutsideTheSubgroup() {
        // E(Fp) has a cofactor of 2^125 and more: nearly every x on the curve is outside G1, likewise for G2
        int outside = 0;
        for (int x = 1; x < 40; x++) {
            byte[] g1 = new byte[48];
            g1[0] = (byte) 0x80;
            g1[47] = (byte) x;
            byte[] g2 = new byte[96];
            g2[0] = (byte) 0x80;
            g2[95] = (byte) x;
            assertThatIllegalArgumentException().isThrownBy(() -> BlsSignature.decode(g1));
            assertThatIllegalArgumentException().isThrownBy(() -> BlsPublicKey.decode(g2));
            outside += onCurveG1(x) ? 1 : 0;
        }
        assertThat(outside).isPositive();
    }

    /// Under it the identity would be a signature of every message.
    @Test
    void theIdentityIsNoKey() {
        assertThatIllegalArgumentException().isThrownBy(() -> BlsPublicKey.of(G2.identity()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BlsPublicKey.decode(G2.identity().encode()));
    }

    @Test
    void refusesMalformedPublicKeys() {
        byte[] infinity = new byte[96];
        infinity[0] = (byte) 0xc0;
        byte[] uncompressedFlag = key.toArray();
        uncompressedFlag[0] &= 0x7f;
        for (byte[] bad : List.of(new byte[0], new byte[95], new byte[96], new byte[97], infinity, uncompressedFlag)) {
            assertThatIllegalArgumentException().isThrownBy(() -> BlsPublicKey.decode(bad));
        }
    }

    @Test
    void refusesSecretKeysOutsideTheirRange() {
        byte[] order = fixed(Bls.GROUP_ORDER);
        byte[] orderPlusOne = fixed(Bls.GROUP_ORDER.add(BigInteger.ONE));
        byte[] all = new byte[32];
        Arrays.fill(all, (byte) 0xff);
        for (byte[] bad : List.of(new byte[32], new byte[31], new byte[33], order, orderPlusOne, all)) {
            assertThatIllegalArgumentException().isThrownBy(() -> BlsSecretKey.of(bad));
        }
        try (BlsSecretKey largest = BlsSecretKey.of(fixed(Bls.GROUP_ORDER.subtract(BigInteger.ONE)))) {
            assertThat(Bls.verify(largest.publicKey(), bytes("m"), largest.sign(bytes("m"))))
                    .isTrue();
        }
    }

    /// Recorded from blst's KeyGen: the same seeds must go on giving the same keys.
    @Test
    void generatesKeysAsTheDraftSays() {
        assertThat(HexFormat.of().formatHex(BlsSecretKey.generate(new Random(1)).toBytes()))
                .isEqualTo("66bd1c6192839da42caf2ae080a6e283919b7e0eeb57ee4d0969cf1aa8d40e4a");
        assertThat(HexFormat.of().formatHex(secret.toBytes()))
                .isEqualTo("2df3ec7bd88ebb425dc176202099d4a28752fa7792bd67feb23ae4179f829969");
    }

    @Test
    void closedSecretIsZeroedAndSilent() throws Exception {
        BlsSecretKey doomed = BlsSecretKey.generate(random);
        assertThat(doomed.toString()).isEqualTo("BlsSecretKey");
        doomed.close();
        var field = BlsSecretKey.class.getDeclaredField("scalar");
        field.setAccessible(true);
        assertThat((byte[]) field.get(doomed)).containsOnly(0);
        assertThatIllegalStateException().isThrownBy(() -> doomed.sign(bytes("m")));
        assertThatIllegalStateException().isThrownBy(doomed::publicKey);
        assertThatIllegalStateException().isThrownBy(doomed::toBytes);
    }

    @Test
    void batchesOfAnySizePassAndOneWrongSignatureFailsThem() {
        for (int size : new int[] {0, 1, 2, 3, 7, 31, 32, 33, 100}) {
            List<byte[]> messages = new ArrayList<>();
            List<BlsSignature> signatures = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                messages.add(bytes("message " + i));
                signatures.add(secret.sign(messages.get(i)));
            }
            assertThat(Bls.verifyBatchSameKey(key, messages, signatures, random))
                    .isTrue();
            if (size > 1) {
                Collections.swap(signatures, 0, size - 1);
                assertThat(Bls.verifyBatchSameKey(key, messages, signatures, random))
                        .isFalse();
            }
        }
    }

    @Test
    void batchMayRepeatAMessageAndRefusesErrorsThatCancel() {
        BlsSignature signature = secret.sign(bytes("m"));
        BlsSignature other = secret.sign(bytes("n"));
        assertThat(Bls.verifyBatchSameKey(key, List.of(bytes("m"), bytes("m")), List.of(signature, signature), random))
                .isTrue();
        // S1 + D and S2 − D sum to the right total without multipliers
        BlsSignature up = Bls.linearCombination(List.of(signature, other), List.of(BigInteger.ONE, BigInteger.TWO));
        BlsSignature down =
                Bls.linearCombination(List.of(signature, other), List.of(BigInteger.ONE, BigInteger.TWO.negate()));
        assertThat(Bls.verifyBatchSameKey(key, List.of(bytes("m"), bytes("m")), List.of(up, down), random))
                .isFalse();
    }

    @Test
    void batchRefusesUnequalLists() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bls.verifyBatchSameKey(key, List.of(bytes("m")), List.of(), random));
    }

    @Test
    void linearCombinationRefusesInfinity() {
        BlsSignature signature = secret.sign(bytes("m"));
        List<BlsSignature> twice = List.of(signature, signature);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bls.linearCombination(twice, List.of(BigInteger.ONE, BigInteger.ONE.negate())));
        assertThat(Bls.linearCombination(twice, List.of(BigInteger.TWO, BigInteger.ONE.negate())))
                .isEqualTo(signature);
        assertThatIllegalArgumentException().isThrownBy(() -> Bls.linearCombination(List.of(), List.of()));
    }

    private static boolean onCurveG1(int x) {
        BigInteger p = new BigInteger(
                "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", 16);
        BigInteger right = BigInteger.valueOf(x).pow(3).add(BigInteger.valueOf(4));
        return right.modPow(p.shiftRight(1), p).equals(BigInteger.ONE);
    }

    private static byte[] fixed(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] result = new byte[32];
        int length = Math.min(32, bytes.length);
        System.arraycopy(bytes, bytes.length - length, result, 32 - length, length);
        return result;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
