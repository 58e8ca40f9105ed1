package io.florin.crypto.elgamal;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import java.util.random.RandomGenerator;

/// An auditor's share γi of the decryption key. Any thread; it prints only its index.
///
/// It decrypts whatever it is given. That the ciphertext is of a **committed** transaction, whose proof binds it, and
/// that a case allows the opening, is the caller's to check before: a share for anything else is an oracle.
public final class AuditKeyShare {
    static final String PROTOCOL = "audit-decryption/1";

    private final int index;
    private final Scalar secret;
    private final AuditPublicKey key;

    /// @throws IllegalArgumentException if it is not this auditor's share of the key
    public AuditKeyShare(int index, Scalar secret, AuditPublicKey key) {
        if (!key.point().multiply(secret).equals(key.verificationPoint(index))) {
            throw new IllegalArgumentException("not the share of auditor " + index);
        }
        this.index = index;
        this.secret = secret;
        this.key = key;
    }

    /// The auditor's index, from 1.
    public int index() {
        return index;
    }

    /// The key that it is a share of.
    public AuditPublicKey key() {
        return key;
    }

    /// The share for a handle, with its proof.
    ///
    /// @param context a hash of transaction, output and case: the share is of no use for another
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if the handle is the identity
    public DecryptionShare decrypt(G1 handle, Bytes32 context, RandomGenerator random) {
        return new DecryptionShare(
                index,
                handle.multiply(secret),
                Equality.prove(PROTOCOL, context, index, secret, key.point(), handle, random));
    }

    @Override
    public String toString() {
        return "AuditKeyShare[" + index + "]";
    }
}
