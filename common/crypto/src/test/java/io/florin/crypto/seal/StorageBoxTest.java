package io.florin.crypto.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class StorageBoxTest {
    private static final byte[] PLACE = {7};
    private static final byte[] SECRET = {1, 2, 3};

    private final StorageBox box = new StorageBox(new byte[32], new Random(1));

    @Test
    void opensUnderItsKeyAtItsPlaceAsItWas() {
        byte[] sealed = box.seal(SECRET, PLACE);
        assertThat(sealed).hasSize(12 + SECRET.length + 16);
        assertThat(box.open(sealed, PLACE)).contains(SECRET);
        assertThat(box.open(sealed, new byte[] {8})).isEmpty();
        byte[] otherKey = new byte[32];
        otherKey[31] = 1;
        assertThat(new StorageBox(otherKey, new Random(1)).open(sealed, PLACE)).isEmpty();
        for (int i = 0; i < sealed.length; i++) {
            byte[] altered = sealed.clone();
            altered[i] ^= 1;
            assertThat(box.open(altered, PLACE)).as("byte %d", i).isEmpty();
            assertThat(box.open(Arrays.copyOf(sealed, i), PLACE)).isEmpty();
        }
        assertThat(box.seal(SECRET, PLACE)).isNotEqualTo(sealed);
        assertThatIllegalArgumentException().isThrownBy(() -> new StorageBox(new byte[16], new Random(1)));
    }

    /// Test case 14 of the GCM specification (McGrew, Viega): key, nonce and plaintext of zeros, no associated data.
    @Test
    void isAesGcm() {
        RandomGenerator zeros = () -> 0;
        assertThat(Bytes.of(new StorageBox(new byte[32], zeros).seal(new byte[16], new byte[0]))
                        .toHex())
                .isEqualTo("000000000000000000000000" + "cea7403d4d606b6e074ec5d3baf39d18"
                        + "d0d1c8a799996bf0265b98b5d48ab919");
    }
}
