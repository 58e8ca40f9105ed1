package io.florin.sandbox.oidc;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;

/// The issuer's RSA key as a JSON Web Key in a file that only its owner reads. Kept, so that tokens and logins
/// outlive a restart. RS256, because that is what a relying party accepts without being told.
final class SigningKeyFile {
    private static final int KEY_BITS = 2048;

    private SigningKeyFile() {}

    static RSAKey readOrCreate(Path file) {
        try {
            if (!Files.exists(file)) {
                create(file);
            }
            RSAKey key = RSAKey.parse(Files.readString(file, StandardCharsets.UTF_8));
            if (!key.isPrivate()) {
                throw new IllegalStateException(file + " holds no private key");
            }
            return key;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or write " + file, e);
        } catch (ParseException | JOSEException e) {
            throw new IllegalStateException("no usable signing key in " + file, e);
        }
    }

    private static void create(Path file) throws IOException, JOSEException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("no directory for " + file);
        }
        Files.createDirectories(directory);
        AmazonCorrettoCryptoProvider corretto = AmazonCorrettoCryptoProvider.INSTANCE;
        RSAKey key = new RSAKeyGenerator(KEY_BITS)
                // the native generator takes milliseconds, Java's own seconds before it is compiled
                .provider(corretto.getLoadingError() == null ? corretto : null)
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.RS256)
                .keyIDFromThumbprint(true)
                .generate();
        Path partial = Files.createTempFile(
                directory,
                ".key",
                ".part",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(partial, key.toJSONString(), StandardCharsets.UTF_8);
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
