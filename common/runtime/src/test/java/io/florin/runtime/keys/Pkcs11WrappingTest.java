package io.florin.runtime.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A token where there is one: NSS's in software.
class Pkcs11WrappingTest {
    private static final char[] PIN = SoftwareToken.PIN.toCharArray();

    @TempDir
    private Path directory;

    @Test
    void wrapsUnderAKeyThatStaysInTheToken() throws Throwable {
        Provider token = SoftwareToken.create(SoftwareToken.libraries(), directory, "florin");

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
    void findsTheTokenWhereSystemsKeepIt() throws Exception {
        Path debian = folderWith("debian", "libnss3.so", "libsoftokn3.so");
        Path older = folderWith("older", "libnss3.so", "nss/libsoftokn3.so");
        Path bare = folderWith("bare", "libnss3.so");
        Path nowhere = directory.resolve("nowhere");

        assertThat(SoftwareToken.libraries(List.of(nowhere, bare, debian))).contains(debian);
        assertThat(SoftwareToken.libraries(List.of(older, debian))).contains(older);
        assertThat(SoftwareToken.libraries(List.of(nowhere, bare))).isEmpty();
    }

    @Test
    void saysWhichTokenCannotBeUsed() throws Exception {
        Path configuration = directory.resolve("token.cfg");
        Files.writeString(configuration, "name = Nothing\nlibrary = /nowhere/libtoken.so\n");

        assertThatThrownBy(() -> Pkcs11Wrapping.open(configuration, PIN, "florin"))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("token.cfg");
    }

    private Path folderWith(String name, String... files) throws IOException {
        Path folder = directory.resolve(name);
        for (String file : files) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.createFile(folder.resolve(file));
        }
        return folder;
    }
}
