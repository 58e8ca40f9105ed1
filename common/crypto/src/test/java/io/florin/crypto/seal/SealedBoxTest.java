package io.florin.crypto.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.bouncycastle.util.BigIntegers;
import org.junit.jupiter.api.Test;

class SealedBoxTest {
    private static final byte[] NOTE = "42 FLN".getBytes(StandardCharsets.UTF_8);
    private static final byte[] CONTEXT = "output 0".getBytes(StandardCharsets.UTF_8);

    private final RandomGenerator random = new Random(1);
    private final X25519KeyPair payee = pair(2);

    /// All bytes that name a point of small order, also those above the prime and with the bit that counts for nothing.
    @Test
    void takesEveryKeyThatItCanSealTo() {
        BigInteger prime = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
        BigInteger high = BigInteger.TWO.pow(255);
        List<BigInteger> small = List.of(
                BigInteger.ZERO,
                BigInteger.ONE,
                prime.subtract(BigInteger.ONE),
                new BigInteger("00b8495f16056286fdb1329ceb8d09da6ac49ff1fae35616aeb8413b7c7aebe0", 16),
                new BigInteger("57119fd0dd4e22d8868e1c58c45c44045bef839c55b1d0b1248c50a3bc959c5f", 16));
        List<Bytes32> keys = new ArrayList<>();
        for (BigInteger point : small) {
            for (BigInteger twin : List.of(point, point.add(prime))) {
                if (twin.compareTo(high) < 0) {
                    keys.add(littleEndian(twin));
                    keys.add(littleEndian(twin.add(high)));
                }
            }
        }
        assertThat(keys).hasSize(14).noneMatch(SealedBox::takes).noneMatch(this::canBeSealedTo);
        for (int seed = 0; seed < 256; seed++) {
            byte[] bytes = new byte[Bytes32.SIZE];
            random.nextBytes(bytes);
            Bytes32 key = Bytes32.of(bytes);
            assertThat(SealedBox.takes(key)).isTrue().isEqualTo(canBeSealedTo(key));
        }
    }

    private static Bytes32 littleEndian(BigInteger value) {
        return Bytes32.of(org.bouncycastle.util.Arrays.reverse(BigIntegers.asUnsignedByteArray(Bytes32.SIZE, value)));
    }

    private boolean canBeSealedTo(Bytes32 key) {
        try {
            SealedBox.seal(key, NOTE, CONTEXT, random);
            return true;
        } catch (IllegalArgumentException smallOrder) {
            return false;
        }
    }

    /// RFC 7748 section 6.1.
    @Test
    void agreesAsTheRfcSays() {
        X25519KeyPair alice = X25519KeyPair.fromSeed(
                HexFormat.of().parseHex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"));
        X25519KeyPair bob = X25519KeyPair.fromSeed(
                HexFormat.of().parseHex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"));
        assertThat(alice.publicKey().toHex())
                .isEqualTo("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
        assertThat(bob.publicKey().toHex())
                .isEqualTo("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
        byte[] secret = new byte[32];
        assertThat(alice.agree(bob.publicKey().toArray(), 0, secret)).isTrue();
        assertThat(HexFormat.of().formatHex(secret))
                .isEqualTo("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
    }

    @Test
    void theHolderOpensIt() {
        Bytes box = SealedBox.seal(payee.publicKey(), NOTE, CONTEXT, random);
        assertThat(box.size()).isEqualTo(NOTE.length + SealedBox.OVERHEAD);
        assertThat(SealedBox.open(payee, box.toArray(), CONTEXT))
                .hasValueSatisfying(opened -> assertThat(opened).isEqualTo(NOTE));
        byte[] empty = SealedBox.seal(payee.publicKey(), new byte[0], new byte[0], random)
                .toArray();
        assertThat(SealedBox.open(payee, empty, new byte[0])).isPresent();
    }

    @Test
    void nobodyElseOpensIt() {
        byte[] box = SealedBox.seal(payee.publicKey(), NOTE, CONTEXT, random).toArray();
        assertThat(SealedBox.open(pair(3), box, CONTEXT)).isEmpty();
        assertThat(SealedBox.open(payee, box, new byte[0])).isEmpty();
    }

    @Test
    void everyAlteredOrShortenedBoxIsRefused() {
        byte[] box = SealedBox.seal(payee.publicKey(), NOTE, CONTEXT, random).toArray();
        for (int bit = 0; bit < 8 * box.length; bit++) {
            byte[] altered = box.clone();
            altered[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThat(SealedBox.open(payee, altered, CONTEXT))
                    .as("bit %d", bit)
                    .isEmpty();
        }
        for (int length = 0; length < box.length; length++) {
            assertThat(SealedBox.open(payee, Arrays.copyOf(box, length), CONTEXT))
                    .isEmpty();
        }
    }

    @Test
    void twoBoxesOfOneNoteShareNothing() {
        byte[] first = SealedBox.seal(payee.publicKey(), NOTE, CONTEXT, random).toArray();
        byte[] second = SealedBox.seal(payee.publicKey(), NOTE, CONTEXT, random).toArray();
        assertThat(Arrays.copyOf(first, 32)).isNotEqualTo(Arrays.copyOf(second, 32));
        assertThat(Arrays.copyOfRange(first, 32, first.length))
                .isNotEqualTo(Arrays.copyOfRange(second, 32, second.length));
        assertThat(new String(first, StandardCharsets.ISO_8859_1))
                .doesNotContain(new String(payee.publicKey().toArray(), StandardCharsets.ISO_8859_1).substring(0, 4));
    }

    @Test
    void keysOfSmallOrderAreRefused() {
        Bytes32 one = Bytes32.fromHex("01" + "00".repeat(31));
        Bytes32 orderEight = Bytes32.fromHex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800");
        for (Bytes32 key : List.of(Bytes32.ZERO, one, orderEight)) {
            assertThatIllegalArgumentException().isThrownBy(() -> SealedBox.seal(key, NOTE, CONTEXT, random));
            byte[] box = new byte[64];
            key.copyInto(box, 0);
            assertThat(SealedBox.open(payee, box, CONTEXT)).isEmpty();
        }
    }

    @Test
    void closedPairIsZeroedAndSilent() throws Exception {
        X25519KeyPair doomed = pair(4);
        assertThat(doomed.toString()).hasSizeLessThan(40);
        doomed.close();
        var field = X25519KeyPair.class.getDeclaredField("scalar");
        field.setAccessible(true);
        assertThat((byte[]) field.get(doomed)).containsOnly(0);
        assertThatIllegalStateException().isThrownBy(() -> SealedBox.open(doomed, new byte[64], CONTEXT));
        assertThatIllegalArgumentException().isThrownBy(() -> X25519KeyPair.fromSeed(new byte[33]));
    }

    private static X25519KeyPair pair(int seed) {
        byte[] bytes = new byte[32];
        new Random(seed).nextBytes(bytes);
        return X25519KeyPair.fromSeed(bytes);
    }
}
