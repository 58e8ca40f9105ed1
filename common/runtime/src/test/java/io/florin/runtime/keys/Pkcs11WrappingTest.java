package io.florin.runtime.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.florin.runtime.Failure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A token where there is one: NSS's in software.
class Pkcs11WrappingTest {
    private static final char[] PIN = SoftwareToken.PIN.toCharArray();

    @TempDir
    private Path directory;

    @Test
    void wrapsUnderAKeyThatStaysInTheToken() throws Throwable {
        assumeTrue(SoftwareToken.isInstalled(), "no software token is installed");
        Provider token = SoftwareToken.create(directory, "florin");

        try (KeyWrapping wrapping = Pkcs11Wrapping.open(token, PIN, "florin")) {
            byte[] secret = "a share".getBytes(StandardCharsets.US_ASCII);
            byte[] wrapped = wrapping.wrap("net/endorser-1/share-1.key", secret);
            assertThat(wrapping.unwrap("net/endorser-1/share-1.key", wrapped)).isEqualTo(secret);
            assertThatThrownBy(() -> wrapping.unwrap("net/endorser-2/share-1.key", wrapped))
                    .isInstanceOf(Failure.class);
            wrapped[20] ^= 1;
            assertThatThrownBy(() -> wrapping.unwrap("net/endorser-1/share-1.key", wrapped))
                    .isInstanceOf(Failure.class);
        }
        assertThatThrownBy(() -> Pkcs11Wrapping.open(token, PIN, "nobody"))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("no secret key named nobody");
    }

    @Test
    void saysWhichTokenCannotBeUsed() throws Exception {
        Path configuration = directory.resolve("token.cfg");
        Files.writeString(configuration, "name = Nothing\nlibrary = /nowhere/libtoken.so\n");

        assertThatThrownBy(() -> Pkcs11Wrapping.open(configuration, PIN, "florin"))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("token.cfg");
    }
}
