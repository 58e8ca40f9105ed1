package io.florin.ledger.status;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// The state of the ledger after a block, as committers sign it (protocol decision 21). 136 bytes.
///
/// @param number block number; 0 is the state of genesis
/// @param headerHash hash of the block's header; the network id at 0
/// @param statusRoot RFC 9162 root over the block's outcomes
/// @param stateHash rolling hash over statuses and writes of all blocks so far
public record Checkpoint(NetworkId network, long number, Bytes32 headerHash, Bytes32 statusRoot, Bytes32 stateHash) {

    /// Bytes of its encoding.
    public static final int ENCODED_SIZE = 136;

    public byte[] signedMessage() {
        return Domain.CHECKPOINT.message(network, encode());
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(ENCODED_SIZE);
        writeTo(writer);
        return writer.toByteArray();
    }

    public void writeTo(CanonicalWriter writer) {
        writer.fixed(network.value())
                .u63(number)
                .fixed(headerHash)
                .fixed(statusRoot)
                .fixed(stateHash);
    }

    public static Checkpoint readFrom(CanonicalReader reader) {
        return new Checkpoint(
                new NetworkId(reader.fixed32()), reader.u63(), reader.fixed32(), reader.fixed32(), reader.fixed32());
    }
}
