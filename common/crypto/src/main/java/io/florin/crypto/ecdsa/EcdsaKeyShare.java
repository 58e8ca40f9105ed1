package io.florin.crypto.ecdsa;

import io.florin.crypto.shamir.FieldElement;

/// A party's share of a group's signing key, checked against the public verification share. Closing erases it; it
/// prints only its index.
public final class EcdsaKeyShare implements AutoCloseable {
    private final int index;
    private final FieldElement secret;
    private final EcdsaGroupKey groupKey;
    private volatile boolean closed;

    /// @param secret the share, of which a copy is kept
    /// @throws IllegalArgumentException if it is not the share of this party of this key
    public EcdsaKeyShare(int index, FieldElement secret, EcdsaGroupKey groupKey) {
        if (index < 1
                || index > groupKey.parties()
                || !P256.GROUP
                        .generator()
                        .times(secret)
                        .equals(groupKey.verificationShares().get(index - 1))) {
            throw new IllegalArgumentException("not the share of party " + index);
        }
        this.index = index;
        this.secret = secret.copy();
        this.groupKey = groupKey;
    }

    /// The party's index, from 1.
    public int index() {
        return index;
    }

    /// The key that it is a share of.
    public EcdsaGroupKey groupKey() {
        return groupKey;
    }

    /// @throws IllegalStateException after [#close]
    FieldElement secret() {
        if (closed) {
            throw new IllegalStateException("the key share is closed");
        }
        return secret;
    }

    @Override
    public void close() {
        closed = true;
        secret.erase();
    }

    @Override
    public String toString() {
        return "EcdsaKeyShare[" + index + "]";
    }
}
