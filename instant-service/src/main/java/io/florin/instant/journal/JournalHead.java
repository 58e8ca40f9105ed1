package io.florin.instant.journal;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// End of a journal: the number of its records since its beginning, and a hash that chains all of them.
///
/// Two copies of one journal have the same hash at the same height, or one of them is another journal. What peers know
/// of this authority's height shows a copy that was restored from an older state. 40 bytes: height 8, hash 32.
///
/// @param height the last record's number; 0 before the first
public record JournalHead(long height, Bytes32 hash) {
    public static final int ENCODED_SIZE = 40;

    /// The head of an empty journal.
    ///
    /// @param name a hash over network, rail, epoch, authority and shard: journals of different ones share no head
    public static JournalHead start(Bytes32 name) {
        return new JournalHead(0, Domain.RAIL_JOURNAL.hash(name.toArray()));
    }

    /// The head with one record more.
    public JournalHead next(byte[] record) {
        byte[] before =
                new CanonicalWriter(ENCODED_SIZE).u63(height + 1).fixed(hash).toByteArray();
        return new JournalHead(height + 1, Domain.RAIL_JOURNAL.hash(before, record));
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u63(height).fixed(hash);
    }

    public static JournalHead readFrom(CanonicalReader reader) {
        return new JournalHead(reader.u63(), reader.fixed32());
    }
}
