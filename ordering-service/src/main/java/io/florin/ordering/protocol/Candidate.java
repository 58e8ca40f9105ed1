package io.florin.ordering.protocol;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.util.List;

/// A header with its entries that has no certificate yet.
///
/// @param hash of the header, kept because it is asked for often
public record Candidate(BlockHeader header, Bytes32 hash, List<Bytes> entries) {

    public Candidate {
        entries = List.copyOf(entries);
    }

    public static Candidate of(BlockHeader header, List<Bytes> entries) {
        return new Candidate(header, header.hash(), entries);
    }

    public long number() {
        return header.number();
    }

    public void writeTo(CanonicalWriter writer) {
        header.writeTo(writer);
        writer.u32(entries.size());
        entries.forEach(writer::bytes);
    }

    /// @throws DecodeException also when the entries are not the ones the header names
    public static Candidate readFrom(CanonicalReader reader) {
        BlockHeader header = BlockHeader.readFrom(reader);
        long count = reader.u32();
        if (count > Block.ENTRIES_MAX) {
            throw new DecodeException(count + " entries");
        }
        List<Bytes> entries = reader.list((int) count, Block.ENTRIES_MAX, () -> reader.bytes(Block.ENCODED_SIZE_MAX));
        if (!Block.entriesRoot(entries).equals(header.entriesRoot())) {
            throw new DecodeException("entries of another header");
        }
        return of(header, entries);
    }
}
