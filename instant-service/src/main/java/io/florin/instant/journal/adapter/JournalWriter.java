package io.florin.instant.journal.adapter;

import io.florin.crypto.Bytes;
import io.florin.ledger.Invariant;
import io.florin.runtime.loop.EventHandler;
import java.util.List;
import java.util.function.LongConsumer;

/// Drives a journal on the thread of its own loop: all records that wait go to the disk with one force, and the shard
/// is told the number up to which they are safe. A failure of the disk ends the loop, and with it the process: a shard
/// that cannot record must not vote.
public final class JournalWriter implements EventHandler<JournalWriter.Command> {

    /// Events of the journal, in the order in which the shard made them.
    public sealed interface Command {}

    /// Write these records.
    ///
    /// @param last the number that the last of them has in the shard's own count
    public record Write(long last, List<Bytes> records) implements Command {
        public Write {
            records = List.copyOf(records);
        }
    }

    /// Put the state in the place of all records up to this number, which is the last one written.
    public record Snapshot(long height, List<Bytes> parts) implements Command {
        public Snapshot {
            parts = List.copyOf(parts);
        }
    }

    private final JournalFile file;
    private final LongConsumer safe;
    private long reported;

    /// @param safe told the number up to which records are on disk
    public JournalWriter(JournalFile file, LongConsumer safe) {
        this.file = file;
        this.safe = safe;
        this.reported = file.safeHead().height();
    }

    @Override
    public void on(Command command) {
        switch (command) {
            case Write(long last, List<Bytes> records) -> {
                records.forEach(record -> file.append(record.toArray()));
                requireSameCount(last);
            }
            case Snapshot(long height, List<Bytes> parts) -> {
                requireSameCount(height);
                file.snapshot(parts);
            }
        }
    }

    /// Else what the journal calls safe is not what the shard means by the same number.
    private void requireSameCount(long height) {
        Invariant.check(file.head().height() == height, "shard and journal count records differently");
    }

    @Override
    public void batchEnded() {
        long now = file.force();
        if (now > reported) {
            reported = now;
            safe.accept(now);
        }
    }
}
