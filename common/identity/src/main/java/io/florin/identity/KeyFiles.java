package io.florin.identity;

import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.SecretFiles;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Keys and certificates as files: PEM, readable by their owner only, written whole or not at all.
final class KeyFiles {
    private static final String PRIVATE_KEY = "PRIVATE KEY";
    private static final String CERTIFICATE = "CERTIFICATE";
    /// The DER frame of an Ed25519 private key in PKCS#8 (RFC 8410); the seed of 32 bytes follows.
    private static final byte[] ED25519_PREFIX = {
        0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20
    };

    private KeyFiles() {}

    static void writeCertificates(Path file, X509Certificate... certificates) {
        var pem = new StringBuilder();
        try {
            for (X509Certificate certificate : certificates) {
                pem.append(SecretFiles.pem(CERTIFICATE, certificate.getEncoded()));
            }
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("a certificate has no encoding", impossible);
        }
        SecretFiles.write(file, pem.toString().getBytes(StandardCharsets.US_ASCII));
    }

    static List<X509Certificate> readCertificates(Path file) {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (byte[] der : SecretFiles.blocks(file, CERTIFICATE)) {
                certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
            }
        } catch (GeneralSecurityException malformed) {
            throw new Failure("not a certificate: " + file, malformed);
        }
        if (certificates.isEmpty()) {
            throw new Failure("no certificate in " + file);
        }
        return certificates;
    }

    static void writeTlsKey(Path file, PrivateKey key) {
        byte[] encoded = key.getEncoded();
        SecretFiles.write(file, SecretFiles.pem(PRIVATE_KEY, encoded).getBytes(StandardCharsets.US_ASCII));
        Arrays.fill(encoded, (byte) 0);
    }

    /// The encoding of a private key that lies open in a file; the caller erases it.
    static byte[] privateKey(Path file) {
        return SecretFiles.only(file, PRIVATE_KEY);
    }

    static PrivateKey readTlsKey(Path file) {
        return tlsKey(file, privateKey(file));
    }

    /// @param encoded what was in the file, is erased
    static PrivateKey tlsKey(Path file, byte[] encoded) {
        try {
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException malformed) {
            throw new Failure("not a P-256 key: " + file, malformed);
        } finally {
            Arrays.fill(encoded, (byte) 0);
        }
    }

    static void writeIdentityKey(Path file, Ed25519KeyPair key) {
        byte[] seed = key.seed();
        byte[] der = Arrays.copyOf(ED25519_PREFIX, ED25519_PREFIX.length + seed.length);
        System.arraycopy(seed, 0, der, ED25519_PREFIX.length, seed.length);
        SecretFiles.write(file, SecretFiles.pem(PRIVATE_KEY, der).getBytes(StandardCharsets.US_ASCII));
        Arrays.fill(seed, (byte) 0);
        Arrays.fill(der, (byte) 0);
    }

    static Ed25519KeyPair readIdentityKey(Path file) {
        return identityKey(file, privateKey(file));
    }

    /// @param der what was in the file, is erased, whatever it is
    static Ed25519KeyPair identityKey(Path file, byte[] der) {
        byte[] seed = {};
        try {
            if (der.length != ED25519_PREFIX.length + Ed25519.SEED_SIZE
                    || !Arrays.equals(der, 0, ED25519_PREFIX.length, ED25519_PREFIX, 0, ED25519_PREFIX.length)) {
                throw new Failure("not an Ed25519 key: " + file);
            }
            seed = Arrays.copyOfRange(der, ED25519_PREFIX.length, der.length);
            return Ed25519.fromSeed(seed);
        } finally {
            Arrays.fill(seed, (byte) 0);
            Arrays.fill(der, (byte) 0);
        }
    }
}
