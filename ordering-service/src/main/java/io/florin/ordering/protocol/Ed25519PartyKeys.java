package io.florin.ordering.protocol;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.config.NetworkConfiguration;

/// The real keys: this party's Ed25519 key pair, the others' public keys from the configuration.
public final class Ed25519PartyKeys implements PartyKeys {
    private final int self;
    private final Ed25519KeyPair keyPair;
    private final NetworkConfiguration.Ordering ordering;

    /// @throws IllegalArgumentException when the configuration does not name this key for this party
    public Ed25519PartyKeys(int self, Ed25519KeyPair keyPair, NetworkConfiguration.Ordering ordering) {
        if (!ordering.partyKey(self).equals(java.util.Optional.of(keyPair.publicKey()))) {
            throw new IllegalArgumentException("the configuration has another key for party " + self);
        }
        this.self = self;
        this.keyPair = keyPair;
        this.ordering = ordering;
    }

    @Override
    public int self() {
        return self;
    }

    @Override
    public Bytes sign(byte[] message) {
        return keyPair.sign(message);
    }

    @Override
    public boolean verify(int party, byte[] message, Bytes signature) {
        return ordering.partyKey(party)
                .map(key -> Ed25519.verify(key, message, signature.toArray()))
                .orElse(false);
    }
}
