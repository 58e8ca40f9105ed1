package io.florin.identity;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/// Secret that opens a node's wrapped keys: a token, else a passphrase, else a file that holds one: `florin.keys.*`.
/// With none of them the passphrase is looked for where the maker of a demonstration network leaves it.
///
/// @param passphrase by configuration or environment (`FLORIN_KEYS_PASSPHRASE`)
/// @param passphraseFile its first line, as secret stores mount it
/// @param pkcs11 a token
@Validated
@ConfigurationProperties("florin.keys")
public record KeyProperties(
        @Nullable String passphrase,
        @Nullable Path passphraseFile,
        @Nullable Pkcs11 pkcs11) {
    /// Nothing was configured.
    public static final KeyProperties NONE = new KeyProperties(null, null, null);

    /// @param configuration file of the JDK's SunPKCS11
    /// @param pin of the token's user
    /// @param alias label of the AES key in the token
    public record Pkcs11(Path configuration, String pin, String alias) {
        @Override
        public String toString() {
            return "Pkcs11[" + configuration + "]";
        }
    }

    @Override
    public String toString() {
        return "KeyProperties";
    }
}
