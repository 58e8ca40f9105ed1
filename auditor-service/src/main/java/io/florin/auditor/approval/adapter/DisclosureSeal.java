package io.florin.auditor.approval.adapter;

import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts what payers disclosed while it waits in the database: AES-256-GCM with a random nonce of 12 bytes before
/// each ciphertext; the transaction's id is authenticated with it. The key is a hash of this node's signature under a
/// fixed text, which is always the same (Ed25519): it is nowhere but in the node's memory. Any thread.
final class DisclosureSeal {
    private static final byte[] DOMAIN = "florin/auditor/disclosure-seal/1".getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE_SIZE = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final RandomGenerator random;

    /// @param random a `SecureRandom` outside tests
    DisclosureSeal(NetworkId network, Ed25519KeyPair node, RandomGenerator random) {
        byte[] text =
                new CanonicalWriter(96).fixed(DOMAIN).fixed(network.value()).toByteArray();
        this.key = new SecretKeySpec(Sha256.hash(node.sign(text).toArray()).toArray(), "AES");
        this.random = random;
    }

    byte[] seal(TransactionId id, byte[] disclosure) {
        byte[] nonce = new byte[NONCE_SIZE];
        random.nextBytes(nonce);
        try {
            byte[] ciphertext = cipher(Cipher.ENCRYPT_MODE, nonce, id).doFinal(disclosure);
            byte[] sealed = Arrays.copyOf(nonce, NONCE_SIZE + ciphertext.length);
            System.arraycopy(ciphertext, 0, sealed, NONCE_SIZE, ciphertext.length);
            return sealed;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("a disclosure cannot be sealed", impossible);
        }
    }

    /// @throws IllegalStateException if it was changed, is of another transaction, or was sealed by another node
    byte[] open(TransactionId id, byte[] sealed) {
        if (sealed.length < NONCE_SIZE) {
            throw new IllegalStateException("no sealed disclosure");
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(sealed, NONCE_SIZE), id)
                    .doFinal(sealed, NONCE_SIZE, sealed.length - NONCE_SIZE);
        } catch (GeneralSecurityException altered) {
            throw new IllegalStateException("a disclosure in the database does not open", altered);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, TransactionId id) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(id.value().toArray());
        return cipher;
    }
}
