package io.florin.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BytesTest {
    private final Random random = new Random(1);

    @Test
    void copiesOnTheWayInAndOut() {
        byte[] source = randomBytes(32);
        byte[] kept = source.clone();
        Bytes32 fixed = Bytes32.of(source);
        Bytes any = Bytes.of(source);
        source[0] ^= 1;
        fixed.toArray()[1] ^= 1;
        any.toArray()[1] ^= 1;
        assertThat(fixed.toArray()).isEqualTo(kept);
        assertThat(any.toArray()).isEqualTo(kept);
        assertThat(Bytes32.fromHex(fixed.toHex())).isEqualTo(fixed).hasSameHashCodeAs(fixed);
        assertThat(Bytes.fromHex(any.toHex())).isEqualTo(any).hasSameHashCodeAs(any);
    }

    @Test
    void writesIntoATarget() {
        Bytes32 value = Bytes32.of(randomBytes(32));
        byte[] target = new byte[40];
        value.copyInto(target, 5);
        assertThat(Bytes32.read(target, 5)).isEqualTo(value);
        assertThat(Arrays.copyOf(target, 5)).containsOnly(0);
        assertThat(Arrays.copyOfRange(target, 37, 40)).containsOnly(0);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> value.copyInto(target, 9));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> Bytes32.read(target, 9));
    }

    @Test
    void ordersAsUnsignedBytes() {
        for (int i = 0; i < 500; i++) {
            byte[] a = randomBytes(32);
            byte[] b = a.clone();
            b[i % 32] = (byte) random.nextInt();
            int expected = Integer.signum(Arrays.compareUnsigned(a, b));
            assertThat(Integer.signum(Bytes32.of(a).compareTo(Bytes32.of(b)))).isEqualTo(expected);
            assertThat(Integer.signum(Bytes.of(a).compareTo(Bytes.of(b)))).isEqualTo(expected);
            assertThat(Bytes32.of(a).equals(Bytes32.of(b))).isEqualTo(expected == 0);
        }
        assertThat(Bytes.of(new byte[] {1})).isLessThan(Bytes.of(new byte[] {1, 0}));
    }

    @Test
    void hashCodeIsTheSecondWord() {
        assertThat(Bytes32.fromHex("ff".repeat(8) + "01020304" + "ff".repeat(20))
                        .hashCode())
                .isEqualTo(0x01020304);
        assertThat(Bytes32.fromHex("00".repeat(8) + "ff020304" + "00".repeat(20))
                        .hashCode())
                .isEqualTo(0xff020304);
    }

    @Test
    void printsAbbreviated() {
        assertThat(Bytes32.ZERO.toString()).isEqualTo("00000000…");
        assertThat(Bytes.of(new byte[] {1, 2}).toString()).isEqualTo("0102");
        assertThat(Bytes.of(new byte[9]).toString()).isEqualTo("00000000… (9 bytes)");
    }

    @Test
    void refusesAnotherSizeAndNoHex() {
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes32.of(new byte[31]));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes32.of(new byte[33]));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes32.fromHex("00"));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes32.fromHex("zz".repeat(32)));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.fromHex("0"));
        assertThat(Bytes.of(new byte[0])).isSameAs(Bytes.EMPTY);
    }

    private byte[] randomBytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }
}
