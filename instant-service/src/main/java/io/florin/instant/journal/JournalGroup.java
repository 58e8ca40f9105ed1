package io.florin.instant.journal;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.util.List;

/// Records that one force brings to the disk. A group is written as a whole and counts as a whole, and the next one is
/// written when it is safe: so only the last group of a file can be cut off by a crash.
///
/// Layout on disk: version `u8` = 1, head before it 40 bytes, count `u32` from 1, records as `bytes`.
///
/// @param before the head that the first record follows
public record JournalGroup(JournalHead before, List<Bytes> records) {
    /// A record's largest size. The largest that a shard writes is another's window of 4,096 orders, 140 kB.
    public static final int RECORD_BYTES_MAX = 1024 * 1024;
    /// From this size on no record joins a group.
    public static final int GROUP_BYTES = 4 * 1024 * 1024;
    /// A group's largest size with all that is around its records, 64 bytes and 4 for each.
    public static final int ENCODED_BYTES_MAX = 2 * GROUP_BYTES + RECORD_BYTES_MAX;

    static final int VERSION = 1;
    /// Records that are of one byte each still fit with their lengths.
    static final int RECORDS_MAX = GROUP_BYTES / 4;

    /// @throws IllegalArgumentException if it has no record, or too many
    public JournalGroup {
        records = List.copyOf(records);
        if (records.isEmpty() || records.size() > RECORDS_MAX) {
            throw new IllegalArgumentException("a group of " + records.size() + " records");
        }
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(4096).u8(VERSION);
        before.writeTo(writer);
        writer.u32(records.size());
        records.forEach(writer::bytes);
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are no group
    public static JournalGroup decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            int version = reader.u8();
            if (version != VERSION) {
                throw new DecodeException("a journal of version " + version);
            }
            JournalHead before = JournalHead.readFrom(reader);
            int count = (int) Math.min(reader.u32(), Integer.MAX_VALUE);
            return new JournalGroup(before, reader.list(count, RECORDS_MAX, () -> reader.bytes(RECORD_BYTES_MAX)));
        });
    }
}
