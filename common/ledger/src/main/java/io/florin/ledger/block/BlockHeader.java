package io.florin.ledger.block;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import java.util.Optional;

/// The part of a block that ordering parties sign (protocol decision 13). 113 bytes.
///
/// @param number height, 1 for the first block
/// @param previousHash hash of the header before; for block 1 the network id
/// @param entriesRoot root over the block's entries, see [Block#entriesRoot]
/// @param configurationVersion version of the configuration whose parties sign, u32
/// @param view rises when a header of the same height has to be offered again, u32
public record BlockHeader(
        NetworkId network,
        long number,
        Bytes32 previousHash,
        Bytes32 entriesRoot,
        long configurationVersion,
        long view) {

    private static final int VERSION = 1;

    public BlockHeader {
        if (number < 1 || configurationVersion < 0 || view < 0) {
            throw new IllegalArgumentException("block numbers start at 1; versions and views are not negative");
        }
    }

    /// SHA-256 over domain and encoding: identifies the block. Two headers that differ only in view differ in hash.
    public Bytes32 hash() {
        return Domain.BLOCK_HEADER.hash(encode());
    }

    /// Empty when this is the header of the next block of a chain.
    ///
    /// @param last number of the chain's last block, 0 before the first
    /// @param headerHash hash of its header; the network id before the first
    public Optional<BlockFlaw> flawAfter(NetworkId chain, long last, Bytes32 headerHash) {
        if (!network.equals(chain)) {
            return Optional.of(BlockFlaw.OTHER_NETWORK);
        }
        if (number != last + 1) {
            return Optional.of(BlockFlaw.RENUMBERED);
        }
        return previousHash.equals(headerHash) ? Optional.empty() : Optional.of(BlockFlaw.NOT_SUCCESSOR);
    }

    /// Bytes that a party signs.
    public byte[] signedMessage() {
        return Domain.BLOCK_SIGNATURE.message(network, hash().toArray());
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(113);
        writeTo(writer);
        return writer.toByteArray();
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u8(VERSION)
                .fixed(network.value())
                .u63(number)
                .fixed(previousHash)
                .fixed(entriesRoot)
                .u32(configurationVersion)
                .u32(view);
    }

    public static BlockHeader readFrom(CanonicalReader reader) {
        if (reader.u8() != VERSION) {
            throw new io.florin.ledger.codec.DecodeException("unknown header version");
        }
        return new BlockHeader(
                new NetworkId(reader.fixed32()),
                reader.u63(),
                reader.fixed32(),
                reader.fixed32(),
                reader.u32(),
                reader.u32());
    }

    public static BlockHeader decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, BlockHeader::readFrom);
    }
}
