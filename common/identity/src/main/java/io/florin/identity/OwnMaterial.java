package io.florin.identity;

import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.CertificateAuthority;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.SecretFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/// Material of a network that one organisation makes on its own machine, beside the keys of ceremonies: TLS keys,
/// registration's credential key, the TLS authority. Only public parts leave the machine.
public final class OwnMaterial {
    private static final String PUBLIC_KEY = "PUBLIC KEY";
    private static final String PAIR_ALGORITHM = "SHA256withECDSA";

    private OwnMaterial() {}

    /// Makes registration's credential key, wrapped, unless there is one.
    ///
    /// @param nodeDirectory registration's own
    /// @param random a `SecureRandom` outside tests
    /// @return the public key in hex, for `credential.pub`
    public static String credentialKey(String network, Path nodeDirectory, KeyProperties keys, RandomGenerator random) {
        Path node = nodeDirectory.toAbsolutePath().normalize();
        SecretFiles.createDirectory(node);
        var self = new Peer(NodeRole.REGISTRATION, 1);
        try (var secrets =
                new NodeSecrets(network, self, node, NodeSecrets.wrapping(keys, NodeSecrets.passphraseBeside(node)))) {
            if (secrets.credentialKey().isEmpty()) {
                secrets.writeCredentialKey(Scalar.random(random));
            }
            BbsSecretKey key = secrets.credentialKey().orElseThrow();
            return HexFormat.of().formatHex(key.publicKey().encode());
        }
    }

    /// Makes a node's TLS key, unless there is one, and `tls.pub`, which the authority needs. A key that is there is
    /// never replaced: its `tls.pub`, if that is gone, comes from the certificate in `tls.pem`, which is compared with
    /// the key.
    ///
    /// @return where the public key is
    /// @throws Failure if there is a key without a public part, or one that is wrapped, which cannot be compared here
    public static Path tlsKey(Path nodeDirectory) {
        Path request = nodeDirectory.resolve("tls.pub");
        if (!Files.exists(nodeDirectory.resolve("tls.key"))) {
            SecretFiles.createDirectory(nodeDirectory);
            KeyPair keys = CertificateAuthority.newKeyPair();
            writeRequest(request, keys.getPublic()); // first: killed in between, both are made again
            KeyFiles.writeTlsKey(nodeDirectory.resolve("tls.key"), keys.getPrivate());
        } else if (!Files.exists(request)) {
            Path certificate = nodeDirectory.resolve("tls.pem");
            if (!Files.exists(certificate)) {
                throw new Failure("tls.key has neither tls.pub nor tls.pem beside it in " + nodeDirectory
                        + ": put them back, or remove tls.key if nothing uses it");
            }
            if (SecretFiles.isWrapped(nodeDirectory.resolve("tls.key"))) {
                throw new Failure("tls.key is wrapped and tls.pub is gone in " + nodeDirectory
                        + ": make it by openssl x509 -in tls.pem -noout -pubkey -out tls.pub");
            }
            PublicKey certified =
                    KeyFiles.readCertificates(certificate).getFirst().getPublicKey();
            requirePair(KeyFiles.readTlsKey(nodeDirectory.resolve("tls.key")), certified);
            writeRequest(request, certified);
        }
        return request;
    }

    private static void writeRequest(Path request, PublicKey key) {
        String pem = SecretFiles.pem(PUBLIC_KEY, key.getEncoded());
        SecretFiles.writePublic(request, pem.getBytes(StandardCharsets.US_ASCII));
    }

    private static void requirePair(PrivateKey secret, PublicKey certified) {
        try {
            Signature signer = Signature.getInstance(PAIR_ALGORITHM);
            signer.initSign(secret);
            signer.update(certified.getEncoded());
            Signature verifier = Signature.getInstance(PAIR_ALGORITHM);
            verifier.initVerify(certified);
            verifier.update(certified.getEncoded());
            if (verifier.verify(signer.sign())) {
                return;
            }
        } catch (GeneralSecurityException other) {
            throw new Failure("tls.pem is not of tls.key", other);
        }
        throw new Failure("tls.pem is not of tls.key");
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
