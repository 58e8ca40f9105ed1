package io.florin.crypto.seal;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts what a node stores for itself: AES-256-GCM (NIST SP 800-38D) under one key. A box is `nonce (12) ‖
/// ciphertext (as long as the plaintext) ‖ tag (16)`; its place is authenticated with it and not carried. Nonces are
/// random: of 2^32 boxes under one key two share one with probability 2^-33. Immutable; any thread, if the source of
/// randomness is.
public final class StorageBox {
    /// Bytes in a key.
    public static final int KEY_SIZE = 32;

    private static final int NONCE_SIZE = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final RandomGenerator random;

    /// @param key 32 bytes, copied
    /// @param random source of nonces, a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if the key has another size
    public StorageBox(byte[] key, RandomGenerator random) {
        if (key.length != KEY_SIZE) {
            throw new IllegalArgumentException("a key has " + KEY_SIZE + " bytes");
        }
        this.key = new SecretKeySpec(key, "AES");
        this.random = random;
    }

    /// Seals the plaintext.
    ///
    /// @param place what it belongs to; opening it asks for the same
    public byte[] seal(byte[] plaintext, byte[] place) {
        byte[] nonce = new byte[NONCE_SIZE];
        random.nextBytes(nonce);
        try {
            byte[] ciphertext = cipher(Cipher.ENCRYPT_MODE, nonce, place).doFinal(plaintext);
            byte[] box = Arrays.copyOf(nonce, NONCE_SIZE + ciphertext.length);
            System.arraycopy(ciphertext, 0, box, NONCE_SIZE, ciphertext.length);
            return box;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is not available", e);
        }
    }

    /// Opens a box; empty if it was altered, is of another place, or was sealed under another key.
    public Optional<byte[]> open(byte[] box, byte[] place) {
        if (box.length < NONCE_SIZE + TAG_BITS / Byte.SIZE) {
            return Optional.empty();
        }
        try {
            return Optional.of(cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(box, NONCE_SIZE), place)
                    .doFinal(box, NONCE_SIZE, box.length - NONCE_SIZE));
        } catch (AEADBadTagException altered) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is not available", e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, byte[] place) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(place);
        return cipher;
    }

    @Override
    public String toString() {
        return "StorageBox";
    }
}
