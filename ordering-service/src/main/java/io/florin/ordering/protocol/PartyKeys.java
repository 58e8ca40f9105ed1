package io.florin.ordering.protocol;

import io.florin.crypto.Bytes;

/// This party's signing key and every party's public key.
public interface PartyKeys {

    /// The party that signs.
    int self();

    /// This party's signature, 64 bytes.
    Bytes sign(byte[] message);

    /// False for an unknown party and for every malformed signature.
    boolean verify(int party, byte[] message, Bytes signature);
}
