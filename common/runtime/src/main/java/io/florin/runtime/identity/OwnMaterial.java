package io.florin.runtime.identity;

import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.SecretFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/// What one organisation makes of a network's material on its own machine, beside the keys of ceremonies: TLS keys,
/// registration's credential key, the TLS authority. Only public parts leave the machine.
public final class OwnMaterial {
    private static final String PUBLIC_KEY = "PUBLIC KEY";

    private OwnMaterial() {}

    /// Makes registration's credential key, wrapped, unless there is one.
    ///
    /// @param nodeDirectory registration's own
    /// @param random a `SecureRandom` outside tests
    /// @return the public key in hex, for `credential.pub`
    public static String credentialKey(String network, Path nodeDirectory, KeyProperties keys, RandomGenerator random) {
        Path node = nodeDirectory.toAbsolutePath().normalize();
        Path passphrase = node.resolveSibling("passphrases").resolve(String.valueOf(node.getFileName()));
        SecretFiles.createDirectory(node);
        var self = new Peer(NodeRole.REGISTRATION, 1);
        try (var secrets = new NodeSecrets(network, self, node, NodeSecrets.wrapping(keys, passphrase))) {
            if (secrets.credentialKey().isEmpty()) {
                secrets.writeCredentialKey(Scalar.random(random));
            }
            BbsSecretKey key = secrets.credentialKey().orElseThrow();
            return HexFormat.of().formatHex(key.publicKey().encode());
        }
    }

    /// Makes a node's TLS key, unless there is one, and `tls.pub`, which the authority needs.
    ///
    /// @return where the public key is
    public static Path tlsKey(Path nodeDirectory) {
        Path request = nodeDirectory.resolve("tls.pub");
        if (!Files.exists(nodeDirectory.resolve("tls.key")) || !Files.exists(request)) {
            SecretFiles.createDirectory(nodeDirectory);
            KeyPair keys = CertificateAuthority.newKeyPair();
            KeyFiles.writeTlsKey(nodeDirectory.resolve("tls.key"), keys.getPrivate());
            String pem = SecretFiles.pem(PUBLIC_KEY, keys.getPublic().getEncoded());
            SecretFiles.writePublic(request, pem.getBytes(StandardCharsets.US_ASCII));
        }
        return request;
    }

    /// Makes the TLS authority of a network in a directory, unless there is one: `ca.key`, which stays, and `ca.pem`.
    public static void authority(String network, Path directory, Instant now) {
        if (Files.exists(directory.resolve("ca.pem"))) {
            return;
        }
        SecretFiles.createDirectory(directory);
        CertificateAuthority authority = CertificateAuthority.create(network, now);
        KeyFiles.writeTlsKey(directory.resolve("ca.key"), authority.key());
        KeyFiles.writeCertificates(directory.resolve("ca.pem"), authority.certificate());
    }

    /// Writes a node's certificate beside its public key, as `tls.pem`, for at most 90 days.
    ///
    /// @param authorityDirectory with `ca.key` and `ca.pem`
    /// @param request the node's `tls.pub`
    /// @param now the certificate is valid from about then on
    public static Path certify(String network, Path authorityDirectory, Peer node, Path request, Instant now) {
        var authority = new CertificateAuthority(
                KeyFiles.readCertificates(authorityDirectory.resolve("ca.pem")).getFirst(),
                KeyFiles.readTlsKey(authorityDirectory.resolve("ca.key")));
        X509Certificate certificate = authority.issue(network, node, publicKey(request), now);
        Path file = request.toAbsolutePath().resolveSibling("tls.pem");
        KeyFiles.writeCertificates(file, certificate);
        return file;
    }

    private static PublicKey publicKey(Path file) {
        try {
            return KeyFactory.getInstance("EC")
                    .generatePublic(new X509EncodedKeySpec(SecretFiles.only(file, PUBLIC_KEY)));
        } catch (GeneralSecurityException malformed) {
            throw new Failure("not a P-256 public key: " + file, malformed);
        }
    }
}
