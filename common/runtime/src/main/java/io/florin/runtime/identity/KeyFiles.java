package io.florin.runtime.identity;

import io.florin.crypto.bls.BlsSecretKey;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.KeyShare;
import io.florin.runtime.Failure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Keys and certificates as files: PEM, readable by their owner only, written whole or not at all.
final class KeyFiles {
    private static final String PRIVATE_KEY = "PRIVATE KEY";
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String BLS_SHARE = "FLORIN BLS SHARE";
    private static final int FILE_BYTES_MAX = 64 * 1024;
    /// The DER frame of an Ed25519 private key in PKCS#8 (RFC 8410); the seed of 32 bytes follows.
    private static final byte[] ED25519_PREFIX = {
        0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20
    };

    private KeyFiles() {}

    static void createDirectory(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
        } catch (IOException broken) {
            throw new Failure("directory cannot be made: " + directory, broken);
        }
    }

    /// Writes a file that only its owner can read, on disk before the name shows it.
    static void write(Path file, byte[] content) {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(fresh);
            var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
            try (FileChannel channel = FileChannel.open(fresh, Set.copyOf(options), ownerOnly)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException broken) {
            throw new Failure("file cannot be written: " + file, broken);
        }
    }

    static byte[] read(Path file) {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) {
                throw new Failure("file is too long for what it should hold: " + file);
            }
            return Files.readAllBytes(file);
        } catch (IOException broken) {
            throw new Failure("file cannot be read: " + file, broken);
        }
    }

    static void writeCertificates(Path file, X509Certificate... certificates) {
        var pem = new StringBuilder();
        try {
            for (X509Certificate certificate : certificates) {
                pem.append(pem(CERTIFICATE, certificate.getEncoded()));
            }
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("a certificate has no encoding", impossible);
        }
        write(file, pem.toString().getBytes(StandardCharsets.US_ASCII));
    }

    static List<X509Certificate> readCertificates(Path file) {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (byte[] der : blocks(file, CERTIFICATE)) {
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
        write(file, pem(PRIVATE_KEY, encoded).getBytes(StandardCharsets.US_ASCII));
        Arrays.fill(encoded, (byte) 0);
    }

    static PrivateKey readTlsKey(Path file) {
        try {
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(only(file, PRIVATE_KEY)));
        } catch (GeneralSecurityException malformed) {
            throw new Failure("not a P-256 key: " + file, malformed);
        }
    }

    static void writeIdentityKey(Path file, Ed25519KeyPair key) {
        byte[] seed = key.seed();
        byte[] der = Arrays.copyOf(ED25519_PREFIX, ED25519_PREFIX.length + seed.length);
        System.arraycopy(seed, 0, der, ED25519_PREFIX.length, seed.length);
        write(file, pem(PRIVATE_KEY, der).getBytes(StandardCharsets.US_ASCII));
        Arrays.fill(seed, (byte) 0);
        Arrays.fill(der, (byte) 0);
    }

    static Ed25519KeyPair readIdentityKey(Path file) {
        byte[] der = only(file, PRIVATE_KEY);
        if (der.length != ED25519_PREFIX.length + Ed25519.SEED_SIZE
                || !Arrays.equals(der, 0, ED25519_PREFIX.length, ED25519_PREFIX, 0, ED25519_PREFIX.length)) {
            throw new Failure("not an Ed25519 key: " + file);
        }
        byte[] seed = Arrays.copyOfRange(der, ED25519_PREFIX.length, der.length);
        try {
            return Ed25519.fromSeed(seed);
        } finally {
            Arrays.fill(seed, (byte) 0);
            Arrays.fill(der, (byte) 0);
        }
    }

    static void writeShare(Path file, KeyShare share) {
        byte[] secret = share.secret().toBytes();
        byte[] content = ByteBuffer.allocate(Integer.BYTES + secret.length)
                .putInt(share.index())
                .put(secret)
                .array();
        write(file, pem(BLS_SHARE, content).getBytes(StandardCharsets.US_ASCII));
        Arrays.fill(secret, (byte) 0);
        Arrays.fill(content, (byte) 0);
    }

    static KeyShare readShare(Path file) {
        byte[] content = only(file, BLS_SHARE);
        if (content.length != Integer.BYTES + BlsSecretKey.SIZE) {
            throw new Failure("not a BLS share: " + file);
        }
        byte[] secret = Arrays.copyOfRange(content, Integer.BYTES, content.length);
        try {
            return new KeyShare(ByteBuffer.wrap(content).getInt(), BlsSecretKey.of(secret));
        } catch (IllegalArgumentException malformed) {
            throw new Failure("not a BLS share: " + file, malformed);
        } finally {
            Arrays.fill(secret, (byte) 0);
            Arrays.fill(content, (byte) 0);
        }
    }

    private static String pem(String label, byte[] content) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
    }

    private static byte[] only(Path file, String label) {
        List<byte[]> blocks = blocks(file, label);
        if (blocks.size() != 1) {
            throw new Failure("not exactly one " + label + " in " + file);
        }
        return blocks.getFirst();
    }

    private static List<byte[]> blocks(Path file, String label) {
        String text = new String(read(file), StandardCharsets.US_ASCII);
        Matcher matcher = Pattern.compile(
                        "-----BEGIN " + label + "-----([A-Za-z0-9+/=\\s]+)-----END " + label + "-----")
                .matcher(text);
        List<byte[]> blocks = new ArrayList<>();
        while (matcher.find()) {
            blocks.add(Base64.getMimeDecoder().decode(matcher.group(1)));
        }
        return blocks;
    }
}
