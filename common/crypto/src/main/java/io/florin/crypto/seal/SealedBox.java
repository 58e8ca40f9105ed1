package io.florin.crypto.seal;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Hkdf;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.modes.ChaCha20Poly1305;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/// Encryption to an X25519 public key by somebody unknown: a payee's notes.
///
/// A box is `ephemeral public key (32) ‖ ciphertext (as long as the plaintext) ‖ tag (16)`. Key and nonce come from
/// HKDF-SHA-256 over the X25519 secret, salted with both public keys; they serve one message, since the ephemeral
/// key does. Nothing in a box depends visibly on the recipient, so only its holder learns whose it is. The box says
/// nothing about its sender, and its length shows that of the plaintext: pad where that matters.
public final class SealedBox {
    /// Bytes a box is longer than its plaintext.
    public static final int OVERHEAD = 48;

    private static final String CONTEXT = "florin/sealed-box/1";
    private static final int KEY_SIZE = 32;
    private static final int NONCE_SIZE = 12;
    private static final int TAG_BITS = 128;

    private SealedBox() {}

    /// Whether boxes can be sealed to the key: to the few of small order none can.
    public static boolean takes(Bytes32 recipient) {
        return !SmallOrder.contains(recipient);
    }

    /// Seals the plaintext; the associated data is authenticated with it and not carried.
    ///
    /// @param random source of the ephemeral key, a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if the recipient's key is of small order
    public static Bytes seal(Bytes32 recipient, byte[] plaintext, byte[] associatedData, RandomGenerator random) {
        byte[] seed = new byte[X25519KeyPair.SEED_SIZE];
        random.nextBytes(seed);
        try (X25519KeyPair ephemeral = X25519KeyPair.fromSeed(seed)) {
            return seal(recipient, plaintext, associatedData, ephemeral);
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    /// As above, by an ephemeral key that serves this message alone.
    static Bytes seal(Bytes32 recipient, byte[] plaintext, byte[] associatedData, X25519KeyPair ephemeral) {
        byte[] secret = new byte[KEY_SIZE];
        try {
            if (!ephemeral.agree(recipient.toArray(), 0, secret)) {
                throw new IllegalArgumentException("the recipient's key is of small order");
            }
            byte[] box = new byte[plaintext.length + OVERHEAD];
            ephemeral.publicKey().copyInto(box, 0);
            var cipher = cipher(true, secret, ephemeral.publicKey(), recipient, associatedData);
            int written = cipher.processBytes(plaintext, 0, plaintext.length, box, Bytes32.SIZE);
            cipher.doFinal(box, Bytes32.SIZE + written);
            return Bytes.of(box);
        } catch (InvalidCipherTextException e) {
            throw new IllegalStateException("sealing checks no tag", e);
        } finally {
            Arrays.fill(secret, (byte) 0);
        }
    }

    /// Opens a box; empty if it is for somebody else, malformed, altered, or sealed with other associated data.
    ///
    /// @throws IllegalStateException if the key pair is closed
    public static Optional<byte[]> open(X25519KeyPair recipient, byte[] sealed, byte[] associatedData) {
        if (sealed.length < OVERHEAD) {
            return Optional.empty();
        }
        byte[] secret = new byte[KEY_SIZE];
        byte[] plaintext = new byte[sealed.length - OVERHEAD];
        try {
            if (!recipient.agree(sealed, 0, secret)) {
                return Optional.empty();
            }
            var cipher = cipher(false, secret, Bytes32.read(sealed, 0), recipient.publicKey(), associatedData);
            int written = cipher.processBytes(sealed, Bytes32.SIZE, sealed.length - Bytes32.SIZE, plaintext, 0);
            cipher.doFinal(plaintext, written);
            return Optional.of(plaintext);
        } catch (InvalidCipherTextException notOurs) {
            Arrays.fill(plaintext, (byte) 0);
            return Optional.empty();
        } finally {
            Arrays.fill(secret, (byte) 0);
        }
    }

    private static ChaCha20Poly1305 cipher(
            boolean sealing, byte[] secret, Bytes32 ephemeral, Bytes32 recipient, byte[] associatedData) {
        byte[] salt = new byte[2 * Bytes32.SIZE];
        ephemeral.copyInto(salt, 0);
        recipient.copyInto(salt, Bytes32.SIZE);
        byte[] derived = Hkdf.derive(secret, salt, CONTEXT, KEY_SIZE + NONCE_SIZE);
        var key = new KeyParameter(derived, 0, KEY_SIZE);
        byte[] nonce = Arrays.copyOfRange(derived, KEY_SIZE, derived.length);
        Arrays.fill(derived, (byte) 0);
        var cipher = new ChaCha20Poly1305();
        cipher.init(sealing, new AEADParameters(key, TAG_BITS, nonce, associatedData));
        return cipher;
    }
}
