package io.florin.ordering.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// A position in the header chain.
///
/// @param number of the block; 0 before the first one
/// @param hash of its header; the network id before the first block
public record Head(long number, Bytes32 hash) {

    public static Head genesis(NetworkId network) {
        return new Head(0, network.value());
    }

    public static Head of(BlockHeader header) {
        return new Head(header.number(), header.hash());
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u63(number).fixed(hash);
    }

    public static Head readFrom(CanonicalReader reader) {
        return new Head(reader.u63(), reader.fixed32());
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(40);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static Head decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, Head::readFrom);
    }
}
