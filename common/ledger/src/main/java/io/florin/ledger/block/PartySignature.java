package io.florin.ledger.block;

import io.florin.crypto.Bytes;

/// One ordering party's Ed25519 signature (64 bytes) over a header.
///
/// @param party the party's id in the configuration, u8
public record PartySignature(int party, Bytes signature) {

    public static final int SIGNATURE_SIZE = 64;

    public PartySignature {
        if (party < 0 || party > 0xFF || signature.size() != SIGNATURE_SIZE) {
            throw new IllegalArgumentException("a party signature is a party id and 64 bytes");
        }
    }
}
