package io.florin.runtime.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.Failure;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PassphraseWrappingTest {
    private static final byte[] SECRET = "a share of a key".getBytes(StandardCharsets.US_ASCII);

    private final KeyWrapping wrapping = wrapping("correct horse");

    @Test
    void opensWhatItWrappedAndSoDoesAnotherWithTheSamePassphrase() {
        byte[] wrapped = wrapping.wrap("net/endorser-1/share-1.key", SECRET);

        assertThat(new String(wrapped, StandardCharsets.ISO_8859_1)).doesNotContain("share");
        assertThat(wrapping.unwrap("net/endorser-1/share-1.key", wrapped)).isEqualTo(SECRET);
        assertThat(wrapping("correct horse").unwrap("net/endorser-1/share-1.key", wrapped))
                .isEqualTo(SECRET);
        assertThat(wrapping.wrap("net/endorser-1/share-1.key", SECRET)).isNotEqualTo(wrapped);
    }

    @Test
    void opensUnderNoOtherPassphraseOrLabel() {
        byte[] wrapped = wrapping.wrap("net/endorser-1/share-1.key", SECRET);

        assertThatThrownBy(() -> wrapping("correct house").unwrap("net/endorser-1/share-1.key", wrapped))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("another passphrase");
        assertThatThrownBy(() -> wrapping.unwrap("net/endorser-2/share-1.key", wrapped))
                .isInstanceOf(Failure.class);
    }

    @Test
    void refusesEveryChangedByteAndEveryShorterFile() {
        byte[] wrapped = wrapping.wrap("label", SECRET);
        for (int i = 0; i < wrapped.length; i++) {
            byte[] changed = wrapped.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> wrapping.unwrap("label", changed)).isInstanceOf(Failure.class);
            byte[] cut = java.util.Arrays.copyOf(wrapped, i);
            assertThatThrownBy(() -> wrapping.unwrap("label", cut)).isInstanceOf(Failure.class);
        }
    }

    @Test
    void isOfNoUseOnceClosed() {
        wrapping.close();

        assertThatIllegalStateException().isThrownBy(() -> wrapping.wrap("label", SECRET));
        assertThatIllegalArgumentException().isThrownBy(() -> wrapping(""));
    }

    private static KeyWrapping wrapping(String passphrase) {
        return new PassphraseWrapping(passphrase.toCharArray(), PassphraseWrapping.RANDOM_SECRET);
    }
}
