package io.florin.instant.journal.adapter;

import io.florin.crypto.Bytes;
import io.florin.instant.journal.JournalHead;
import io.florin.instant.journal.JournalRecovery;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.Failure;
import io.florin.runtime.disk.RecordLog;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The sum of a journal up to a head, as a log of records: the head, the parts, and their number at the end. It gets
/// its name when all of it is on disk, so a snapshot that has a name and is not whole is damaged.
///
/// Each record is kind `u8`, then: 1 version `u8` = 1 and head; 2 the part; 3 number of parts `u32`.
final class SnapshotFile {
    static final int PART_BYTES_MAX = 4 * 1024 * 1024;

    private static final int RECORD_MAX = PART_BYTES_MAX + 1;
    private static final int VERSION = 1;
    private static final int HEAD = 1;
    private static final int PART = 2;
    private static final int END = 3;

    private SnapshotFile() {}

    /// Writes a snapshot aside and gives it its name; it is on disk when this returns. What an earlier try left aside
    /// was removed when the journal was opened.
    static void write(JournalDisk disk, JournalHead head, Iterable<Bytes> parts) throws IOException {
        String name = JournalNames.snapshot(head.height());
        String unfinished = name + JournalNames.UNFINISHED;
        try (FileChannel channel = disk.open(unfinished)) {
            RecordLog log = RecordLog.open(Path.of(unfinished), channel, RECORD_MAX, 0, (position, content) -> {});
            CanonicalWriter first = new CanonicalWriter().u8(HEAD).u8(VERSION);
            head.writeTo(first);
            log.append(first.toByteArray());
            long count = 0;
            for (Bytes part : parts) {
                log.append(new CanonicalWriter(part.size() + 1)
                        .u8(PART)
                        .fixed(part.toArray())
                        .toByteArray());
                count++;
            }
            log.append(new CanonicalWriter().u8(END).u32(count).toByteArray());
            log.force();
        }
        disk.rename(unfinished, name);
        disk.force();
    }

    /// Shows the parts of the snapshot of a height.
    ///
    /// @return the head that it is the sum of
    /// @throws Failure if it is damaged
    static JournalHead read(JournalDisk disk, long height, JournalRecovery recovery) throws IOException {
        String name = JournalNames.snapshot(height);
        var reading = new Reading(recovery);
        try (FileChannel channel = disk.open(name)) {
            RecordLog.readFinished(Path.of(name), channel, RECORD_MAX, (position, content) -> reading.take(content));
        } catch (DecodeException e) {
            throw new Failure("snapshot is none of this version: " + name, e);
        }
        if (reading.head == null || !reading.ended || reading.head.height() != height) {
            throw new Failure("snapshot is not whole: " + name);
        }
        return reading.head;
    }

    /// Progress through the records.
    private static final class Reading {
        private final JournalRecovery recovery;
        private @Nullable JournalHead head;
        private long parts;
        private boolean ended;

        Reading(JournalRecovery recovery) {
            this.recovery = recovery;
        }

        void take(byte[] content) {
            CanonicalReader reader = new CanonicalReader(content);
            int kind = reader.u8();
            if (kind == HEAD && head == null && reader.u8() == VERSION) {
                head = JournalHead.readFrom(reader);
            } else if (kind == PART && head != null && !ended) {
                parts++;
                recovery.part(reader.fixed(reader.remaining()));
            } else if (kind == END && head != null && !ended && reader.u32() == parts) {
                ended = true;
            } else {
                throw new DecodeException("record of kind " + kind + " in a wrong place");
            }
            reader.end();
        }
    }
}
