package io.florin.runtime.keys;

import io.florin.runtime.Failure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.generators.SCrypt;

/// Wraps under a passphrase: scrypt (r = 8, p = 1; RFC 7914) to a key, then AES-256-GCM with the label as associated
/// data. Version 1, log2 N (1), salt (16), nonce (12), ciphertext, tag (16): 46 bytes more than the secret.
///
/// One salt serves everything that one object wraps, and keys that were derived are kept until it is closed, since a
/// node has several files and scrypt takes its time by design.
public final class PassphraseWrapping implements KeyWrapping {
    /// For passphrases of people: 32 MiB and about 100 ms for each guess.
    public static final int PEOPLE = 15;

    /// For passphrases of 128 random bits or more, which nobody guesses at any speed.
    public static final int RANDOM_SECRET = 10;

    private static final byte VERSION = 1;
    private static final int SALT = 16;
    private static final int NONCE = 12;
    private static final int TAG = 16;
    private static final int HEADER = 2 + SALT + NONCE;
    private static final int KEY = 32;
    private static final int BLOCK_FACTOR = 8;
    private static final int LOG_COST_MIN = 10;
    private static final int LOG_COST_MAX = 20;
    private static final int DERIVED_MAX = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private record Salted(ByteBuffer salt, int logCost) {}

    private final byte[] passphrase;
    private final int logCost;
    private final byte[] salt = new byte[SALT];
    private final Map<Salted, byte[]> derived = new LinkedHashMap<>();
    private boolean closed;

    /// @param passphrase copied
    /// @param logCost log2 of scrypt's N for what is wrapped from now on; files say theirs
    /// @throws IllegalArgumentException if the passphrase is empty or the cost out of range
    public PassphraseWrapping(char[] passphrase, int logCost) {
        if (passphrase.length == 0 || logCost < LOG_COST_MIN || logCost > LOG_COST_MAX) {
            throw new IllegalArgumentException("no passphrase, or a cost out of range");
        }
        this.passphrase = new String(passphrase).getBytes(StandardCharsets.UTF_8);
        this.logCost = logCost;
        RANDOM.nextBytes(salt);
    }

    @Override
    public byte[] wrap(String label, byte[] secret) {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            byte[] encrypted =
                    cipher(Cipher.ENCRYPT_MODE, salt, logCost, nonce, label).doFinal(secret);
            return ByteBuffer.allocate(HEADER + encrypted.length)
                    .put(VERSION)
                    .put((byte) logCost)
                    .put(salt)
                    .put(nonce)
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is not available", e);
        }
    }

    @Override
    public byte[] unwrap(String label, byte[] wrapped) {
        if (wrapped.length < HEADER + TAG
                || wrapped[0] != VERSION
                || wrapped[1] < LOG_COST_MIN
                || wrapped[1] > LOG_COST_MAX) {
            throw new Failure(label + " is not wrapped under a passphrase");
        }
        byte[] itsSalt = Arrays.copyOfRange(wrapped, 2, 2 + SALT);
        byte[] nonce = Arrays.copyOfRange(wrapped, 2 + SALT, HEADER);
        try {
            return cipher(Cipher.DECRYPT_MODE, itsSalt, wrapped[1], nonce, label)
                    .doFinal(wrapped, HEADER, wrapped.length - HEADER);
        } catch (AEADBadTagException e) {
            throw new Failure(label + " does not open: another passphrase, another node's file, or altered", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is not available", e);
        }
    }

    private Cipher cipher(int mode, byte[] itsSalt, int itsLogCost, byte[] nonce, String label)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                mode,
                new SecretKeySpec(key(new Salted(ByteBuffer.wrap(itsSalt.clone()), itsLogCost)), "AES"),
                new GCMParameterSpec(TAG * Byte.SIZE, nonce));
        cipher.updateAAD(label.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    private synchronized byte[] key(Salted salted) {
        if (closed) {
            throw new IllegalStateException("the wrapping is closed");
        }
        byte[] known = derived.get(salted);
        if (known != null) {
            return known;
        }
        byte[] key = SCrypt.generate(passphrase, salted.salt().array(), 1 << salted.logCost(), BLOCK_FACTOR, 1, KEY);
        if (derived.size() < DERIVED_MAX) {
            derived.put(salted, key);
        }
        return key;
    }

    @Override
    public synchronized void close() {
        closed = true;
        Arrays.fill(passphrase, (byte) 0);
        derived.values().forEach(key -> Arrays.fill(key, (byte) 0));
        derived.clear();
    }

    @Override
    public String toString() {
        return "PassphraseWrapping";
    }
}
