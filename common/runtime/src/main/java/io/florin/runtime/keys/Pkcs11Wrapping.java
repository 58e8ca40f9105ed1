package io.florin.runtime.keys;

import io.florin.runtime.Failure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Security;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/// Wraps under an AES key that never leaves a PKCS#11 token: AES-GCM in the token (`CKM_AES_GCM`) with the label as
/// associated data. Version 2, nonce (12), ciphertext, tag (16).
///
/// The token is opened by the JDK's SunPKCS11 with a configuration file that names its library and slot. A token that
/// cannot do AES-GCM is refused when it is opened, not when a share is needed.
public final class Pkcs11Wrapping implements KeyWrapping {
    private static final byte VERSION = 2;
    private static final int NONCE = 12;
    private static final int TAG = 16;
    private static final String PROBE = "florin probe";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Provider provider;
    private final SecretKey key;

    private Pkcs11Wrapping(Provider provider, SecretKey key) {
        this.provider = provider;
        this.key = key;
    }

    /// Opens the token and its key.
    ///
    /// @param configuration file of SunPKCS11: `name`, `library`, `slot` …
    /// @param alias label of an AES key in the token
    /// @throws Failure if there is no such token, PIN or key, or it does not do AES-GCM
    public static Pkcs11Wrapping open(Path configuration, char[] pin, String alias) {
        try {
            Provider installed = Security.getProvider("SunPKCS11");
            if (installed == null) {
                throw new Failure("this Java has no SunPKCS11");
            }
            return open(installed.configure(configuration.toString()), pin, alias);
        } catch (ProviderException | IllegalArgumentException broken) {
            throw new Failure("the token of " + configuration + " cannot be used: " + broken.getMessage(), broken);
        }
    }

    /// The same with a token that is open already.
    static Pkcs11Wrapping open(Provider provider, char[] pin, String alias) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS11", provider);
            store.load(null, pin);
            Key found = store.getKey(alias, null);
            if (!(found instanceof SecretKey key)) {
                throw new Failure("the token has no secret key named " + alias);
            }
            var wrapping = new Pkcs11Wrapping(provider, key);
            byte[] probe = PROBE.getBytes(StandardCharsets.US_ASCII);
            if (!Arrays.equals(probe, wrapping.unwrap(PROBE, wrapping.wrap(PROBE, probe)))) {
                throw new Failure("the token does not decrypt what it encrypted");
            }
            return wrapping;
        } catch (GeneralSecurityException | IOException | ProviderException broken) {
            throw new Failure("the token " + provider.getName() + " cannot be used: " + broken.getMessage(), broken);
        }
    }

    @Override
    public byte[] wrap(String label, byte[] secret) {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, nonce, label).doFinal(secret);
            return ByteBuffer.allocate(1 + NONCE + encrypted.length)
                    .put(VERSION)
                    .put(nonce)
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException | ProviderException broken) {
            throw new Failure("the token does not encrypt", broken);
        }
    }

    @Override
    public byte[] unwrap(String label, byte[] wrapped) {
        if (wrapped.length < 1 + NONCE + TAG || wrapped[0] != VERSION) {
            throw new Failure(label + " is not wrapped by a token");
        }
        byte[] nonce = Arrays.copyOfRange(wrapped, 1, 1 + NONCE);
        try {
            return cipher(Cipher.DECRYPT_MODE, nonce, label).doFinal(wrapped, 1 + NONCE, wrapped.length - 1 - NONCE);
        } catch (AEADBadTagException e) {
            throw new Failure(label + " does not open: another token's, another node's file, or altered", e);
        } catch (GeneralSecurityException | ProviderException broken) {
            throw new Failure(label + " does not open in the token", broken);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String label) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", provider);
        cipher.init(mode, key, new GCMParameterSpec(TAG * Byte.SIZE, nonce));
        cipher.updateAAD(label.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    /// Nothing to erase: the key is the token's, whose session ends with the process.
    @Override
    public void close() {}

    @Override
    public String toString() {
        return "Pkcs11Wrapping";
    }
}
