package io.florin.centralbank.officers;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.generators.SCrypt;

/// An officer's Ed25519 key, encrypted under the officer's passphrase: scrypt (N = 2^15, r = 8, p = 1; RFC 7914), then
/// AES-256-GCM with the public key as associated data. 109 bytes: version 1, salt 16, nonce 12, public key 32,
/// ciphertext and tag 48. Whoever reads the database and the disk still cannot sign.
public final class OfficerKeyFile {

    private static final byte VERSION = 1;
    private static final int SALT = 16;
    private static final int NONCE = 12;
    private static final int KEY = 32;
    private static final int SIZE = 1 + SALT + NONCE + KEY + KEY + 16;
    private static final int SCRYPT_N = 1 << 15;
    private static final int SCRYPT_R = 8;
    private static final int TAG_BITS = 128;

    private OfficerKeyFile() {}

    /// Writes the key, readable by this process's user only.
    ///
    /// @throws IOException also when the file exists
    public static void write(Path file, Ed25519KeyPair key, char[] passphrase, RandomGenerator random)
            throws IOException {
        byte[] salt = new byte[SALT];
        byte[] nonce = new byte[NONCE];
        random.nextBytes(salt);
        random.nextBytes(nonce);
        byte[] publicKey = key.publicKey().toArray();
        byte[] seed = key.seed();
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, passphrase, salt, nonce, publicKey)
                    .doFinal(seed);
            ByteBuffer content = ByteBuffer.allocate(SIZE)
                    .put(VERSION)
                    .put(salt)
                    .put(nonce)
                    .put(publicKey)
                    .put(sealed)
                    .flip();
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (var channel = Files.newByteChannel(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SYNC),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                channel.write(content);
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is not available", e);
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    /// The public key that the file says it holds.
    public static Bytes32 publicKey(Path file) throws IOException {
        return Bytes32.of(Arrays.copyOfRange(read(file), 1 + SALT + NONCE, 1 + SALT + NONCE + KEY));
    }

    /// Opens the key; the caller closes it.
    ///
    /// @return empty when the passphrase is wrong
    public static Optional<Ed25519KeyPair> open(Path file, char[] passphrase) throws IOException {
        byte[] content = read(file);
        byte[] salt = Arrays.copyOfRange(content, 1, 1 + SALT);
        byte[] nonce = Arrays.copyOfRange(content, 1 + SALT, 1 + SALT + NONCE);
        byte[] publicKey = Arrays.copyOfRange(content, 1 + SALT + NONCE, 1 + SALT + NONCE + KEY);
        try {
            byte[] seed = cipher(Cipher.DECRYPT_MODE, passphrase, salt, nonce, publicKey)
                    .doFinal(content, 1 + SALT + NONCE + KEY, KEY + 16);
            try {
                return Optional.of(Ed25519.fromSeed(seed));
            } finally {
                Arrays.fill(seed, (byte) 0);
            }
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is not available", e);
        }
    }

    private static Cipher cipher(int mode, char[] passphrase, byte[] salt, byte[] nonce, byte[] associated)
            throws GeneralSecurityException {
        byte[] password = new String(passphrase).getBytes(StandardCharsets.UTF_8);
        byte[] key = SCrypt.generate(password, salt, SCRYPT_N, SCRYPT_R, 1, KEY);
        Arrays.fill(password, (byte) 0);
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(associated);
            return cipher;
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    private static byte[] read(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        if (content.length != SIZE || content[0] != VERSION) {
            throw new IOException(file + " is not an officer's key file");
        }
        return content;
    }
}
