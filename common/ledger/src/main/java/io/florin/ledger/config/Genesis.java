package io.florin.ledger.config;

import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// The first word of a network: its name, the moment it was made and configuration version 1. Its hash is the network
/// id (protocol decision 1).
///
/// @param name lower-case label, also in the nodes' TLS certificates
/// @param createdMillis milliseconds since 1970, so two networks of one name differ
public record Genesis(String name, long createdMillis, NetworkConfiguration configuration) {

    public Genesis {
        if (!name.matches("[a-z][a-z0-9-]{0,31}")) {
            throw new IllegalArgumentException("a network name is a lower-case label of at most 32 characters");
        }
        if (configuration.version() != 1) {
            throw new IllegalArgumentException("genesis holds configuration version 1");
        }
    }

    public NetworkId networkId() {
        return new NetworkId(Domain.GENESIS.hash(encode()));
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(2048).text(name).u63(createdMillis);
        configuration.writeTo(writer);
        return writer.toByteArray();
    }

    public static Genesis decode(byte[] bytes) {
        return CanonicalReader.decode(
                bytes, reader -> new Genesis(reader.text(32), reader.u63(), NetworkConfiguration.readFrom(reader)));
    }
}
