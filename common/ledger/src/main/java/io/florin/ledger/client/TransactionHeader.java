package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// The start of every client transaction. 64 bytes.
///
/// @param rulesVersion version of the namespace's token rules, u16
/// @param configurationVersion the configuration the maker saw, u32 (protocol decision 3)
/// @param expiryHeight last block height at which the transaction may commit
/// @param nonce 16 random bytes: clear outputs have no entropy of their own (paper 001, C.2)
public record TransactionHeader(
        NetworkId network,
        NamespaceId namespace,
        int rulesVersion,
        long configurationVersion,
        long expiryHeight,
        Bytes nonce) {

    public static final int NONCE_SIZE = 16;

    public TransactionHeader {
        if (nonce.size() != NONCE_SIZE) {
            throw new IllegalArgumentException("a nonce has 16 bytes");
        }
        if (expiryHeight < 0 || rulesVersion < 0 || rulesVersion > 0xFFFF || configurationVersion < 0) {
            throw new IllegalArgumentException("header field out of range");
        }
    }

    void writeTo(CanonicalWriter writer) {
        writer.fixed(network.value())
                .u16(namespace.value())
                .u16(rulesVersion)
                .u32(configurationVersion)
                .u63(expiryHeight)
                .fixed(nonce.toArray());
    }

    static TransactionHeader readFrom(CanonicalReader reader) {
        return new TransactionHeader(
                new NetworkId(reader.fixed32()),
                new NamespaceId(reader.u16()),
                reader.u16(),
                reader.u32(),
                reader.u63(),
                Bytes.of(reader.fixed(NONCE_SIZE)));
    }
}
