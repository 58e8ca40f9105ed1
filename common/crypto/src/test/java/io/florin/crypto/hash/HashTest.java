package io.florin.crypto.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashTest {
    /// FIPS 180-4 examples.
    @Test
    void sha256OfNothingAndOfAbcInAnyParts() {
        assertThat(Sha256.hash().toHex()).isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        String abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assertThat(Sha256.hash(ascii("abc")).toHex()).isEqualTo(abc);
        assertThat(Sha256.hash(ascii("a"), new byte[0], ascii("bc")).toHex()).isEqualTo(abc);
    }

    /// RFC 5869 appendix A.1 to A.3.
    @Test
    void hkdf() {
        assertThat(hkdf("0b".repeat(22), run(0x00, 13), run(0xf0, 10), 42))
                .isEqualTo("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
        assertThat(hkdf(run(0x00, 80), run(0x60, 80), run(0xb0, 80), 82))
                .isEqualTo("b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
                        + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
                        + "cc30c58179ec3e87c14c01d5c1f3434f1d87");
        assertThat(hkdf("0b".repeat(22), "", "", 42))
                .isEqualTo("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8");
    }

    @Test
    void hkdfBindsItsContextAndBoundsItsLength() {
        byte[] ikm = ascii("secret");
        assertThat(Hkdf.derive(ikm, new byte[0], "a", 32))
                .isEqualTo(Hkdf.derive(ikm, new byte[0], ascii("a"), 32))
                .isNotEqualTo(Hkdf.derive(ikm, new byte[0], "b", 32));
        assertThat(Hkdf.derive(ikm, new byte[0], "a", Hkdf.LENGTH_MAX)).hasSize(8160);
        for (int length : new int[] {-1, 0, Hkdf.LENGTH_MAX + 1}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Hkdf.derive(ikm, new byte[0], "a", length));
        }
    }

    private static String hkdf(String ikm, String salt, String info, int length) {
        return HexFormat.of().formatHex(Hkdf.derive(hex(ikm), hex(salt), hex(info), length));
    }

    /// So many consecutive bytes in hexadecimal.
    private static String run(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(value -> HexFormat.of().toHexDigits((byte) value))
                .collect(Collectors.joining());
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
