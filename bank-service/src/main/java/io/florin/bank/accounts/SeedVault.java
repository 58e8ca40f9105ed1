package io.florin.bank.accounts;

import io.florin.bank.protocol.Vault;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// AES-256-GCM with a random nonce of 12 bytes before each ciphertext; its place is authenticated with it. Of 2^32
/// secrets under one key two have the same nonce with probability 2^-32. Any thread.
final class SeedVault implements Vault {

    private static final int NONCE_SIZE = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final RandomGenerator random;

    /// @param key 32 bytes
    /// @param random a `SecureRandom` outside tests
    SeedVault(byte[] key, RandomGenerator random) {
        this.random = random;
        this.key = new SecretKeySpec(key, "AES");
    }

    @Override
    public byte[] seal(byte[] secret, byte[] place) {
        byte[] nonce = new byte[NONCE_SIZE];
        random.nextBytes(nonce);
        try {
            byte[] ciphertext = cipher(Cipher.ENCRYPT_MODE, nonce, place).doFinal(secret);
            byte[] sealed = Arrays.copyOf(nonce, NONCE_SIZE + ciphertext.length);
            System.arraycopy(ciphertext, 0, sealed, NONCE_SIZE, ciphertext.length);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a secret cannot be sealed", e);
        }
    }

    @Override
    public byte[] open(byte[] sealed, byte[] place) {
        if (sealed.length < NONCE_SIZE) {
            throw new IllegalStateException("no sealed secret");
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(sealed, NONCE_SIZE), place)
                    .doFinal(sealed, NONCE_SIZE, sealed.length - NONCE_SIZE);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a secret of the database does not open under the custody seed", e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, byte[] place) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(place);
        return cipher;
    }
}
