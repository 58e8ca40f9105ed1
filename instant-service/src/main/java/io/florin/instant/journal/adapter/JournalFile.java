package io.florin.instant.journal.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.instant.journal.JournalGroup;
import io.florin.instant.journal.JournalHead;
import io.florin.instant.journal.JournalRecovery;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.Failure;
import io.florin.runtime.disk.RecordLog;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/// The journal of one shard on disk. A record is safe when [#force] has returned its number, with all before it; one
/// force serves all records that wait.
///
/// Files are a snapshot, if one was made, and the segments after it ([JournalNames]); a segment is a [RecordLog] whose
/// records are groups ([JournalGroup]). Opening cuts off a group at the end that a crash left in pieces: nobody was
/// told of it. Anything else that is broken, missing, or does not follow what stands before it, stops the opening.
/// Damage of the very last group cannot be told from a crash; that records are missing then shows in the height.
///
/// The first failure stops the journal for good: what a disk has done of a write or force that failed is not known
/// (RecordLog), and what is decided without a journal must not leave. Owned by one thread.
public final class JournalFile implements AutoCloseable {
    private final JournalDisk disk;
    private final List<Bytes> waiting = new ArrayList<>();
    private long waitingBytes;
    private JournalHead head;
    private JournalHead safe;
    private RecordLog segment;
    private boolean stopped;

    private JournalFile(JournalDisk disk, JournalHead start, JournalRecovery recovery) throws IOException {
        this.disk = disk;
        JournalNames names = JournalNames.of(disk.names());
        this.head = names.snapshots().isEmpty()
                ? start
                : SnapshotFile.read(disk, names.snapshots().last(), recovery);
        this.segment = openSegments(names, recovery);
        this.safe = head;
        disk.force();
        removeBefore(names.snapshots().isEmpty() ? 0 : names.snapshots().last());
    }

    /// Opens the journal in a directory, or begins it there, and shows what it holds.
    ///
    /// @param name a hash over network, rail, epoch, authority and shard
    /// @throws Failure if it is open elsewhere, damaged, or another one
    public static JournalFile open(Path directory, Bytes32 name, JournalRecovery recovery) {
        return open(DirectoryDisk.open(directory), name, recovery);
    }

    static JournalFile open(JournalDisk disk, Bytes32 name, JournalRecovery recovery) {
        boolean opened = false;
        try {
            var journal = new JournalFile(disk, JournalHead.start(name), recovery);
            opened = true;
            return journal;
        } catch (IOException broken) {
            throw new Failure("journal cannot be opened: " + disk, broken);
        } finally {
            if (!opened) {
                release(disk);
            }
        }
    }

    /// Shows the records after the snapshot; what stands before it is not read.
    private RecordLog openSegments(JournalNames names, JournalRecovery recovery) throws IOException {
        if (names.segments().isEmpty() && names.snapshots().isEmpty()) {
            return segmentAt(0, recovery);
        }
        SortedSet<Long> after = names.segments().tailSet(head.height());
        if (after.isEmpty() || after.first() != head.height()) {
            throw new Failure("journal has no records after " + head.height() + ": " + disk);
        }
        for (long height : after.headSet(after.last())) {
            requireReached(height);
            showFinished(JournalNames.segment(height), recovery);
        }
        requireReached(after.last());
        return segmentAt(after.last(), recovery);
    }

    private void requireReached(long height) {
        if (height != head.height()) {
            throw new Failure("journal has a gap between " + head.height() + " and " + height + ": " + disk);
        }
    }

    private void showFinished(String name, JournalRecovery recovery) throws IOException {
        try (FileChannel channel = disk.open(name)) {
            RecordLog.readFinished(
                    Path.of(name),
                    channel,
                    JournalGroup.ENCODED_BYTES_MAX,
                    (position, content) -> show(content, recovery));
        }
    }

    private RecordLog segmentAt(long height, JournalRecovery recovery) throws IOException {
        String name = JournalNames.segment(height);
        return RecordLog.open(
                Path.of(name),
                disk.open(name),
                JournalGroup.ENCODED_BYTES_MAX,
                0,
                (position, content) -> show(content, recovery));
    }

    private void show(byte[] content, JournalRecovery recovery) {
        JournalGroup group;
        try {
            group = JournalGroup.decode(content);
        } catch (DecodeException e) {
            throw new Failure("journal has a group of another version: " + disk, e);
        }
        if (!group.before().equals(head)) {
            throw new Failure("journal has another's records after " + head.height() + ": " + disk);
        }
        for (Bytes each : group.records()) {
            byte[] record = each.toArray();
            head = head.next(record);
            recovery.record(head.height(), record);
        }
    }

    /// The head with all records appended, safe or not.
    public JournalHead head() {
        return head;
    }

    /// The head with all records that are on disk.
    public JournalHead safeHead() {
        return safe;
    }

    /// Takes a record, of 1 byte to [JournalGroup#RECORD_BYTES_MAX]. It is safe when [#force] returns its number.
    ///
    /// @return its number, one more than the last record's
    /// @throws Failure if the journal has stopped, or stops because waiting records fill a group and cannot be written
    public long append(byte[] record) {
        if (record.length == 0 || record.length > JournalGroup.RECORD_BYTES_MAX) {
            throw new IllegalArgumentException("a record of " + record.length + " bytes");
        }
        requireGoing();
        if (waitingBytes >= JournalGroup.GROUP_BYTES) {
            force();
        }
        waiting.add(Bytes.of(record));
        waitingBytes += record.length + Integer.BYTES;
        head = head.next(record);
        return head.height();
    }

    /// Brings all records to the disk.
    ///
    /// @return the number up to which records are safe
    /// @throws Failure if that fails; the journal has stopped then
    public long force() {
        act(() -> {
            if (!waiting.isEmpty()) {
                segment.append(new JournalGroup(safe, waiting).encode());
                segment.force();
                waiting.clear();
                waitingBytes = 0;
                safe = head;
            }
        });
        return safe.height();
    }

    /// Puts the sum of all records in their place. Records after it go to a new segment; files before it are removed
    /// when it is on disk. Takes as long as writing it does: nothing else becomes safe meanwhile.
    ///
    /// @param parts what recovery is to be shown, each of 1 byte to 4 MiB
    /// @throws Failure if that fails; the journal has stopped then
    public void snapshot(Iterable<Bytes> parts) {
        force();
        act(() -> {
            JournalNames names = JournalNames.of(disk.names());
            if (names.snapshots().contains(safe.height())) {
                return; // nothing was recorded since
            }
            if (!names.segments().contains(safe.height())) {
                beginSegment();
            }
            SnapshotFile.write(disk, safe, parts);
            removeBefore(safe.height());
        });
    }

    private void beginSegment() throws IOException {
        String name = JournalNames.segment(safe.height());
        RecordLog fresh = RecordLog.open(
                Path.of(name), disk.open(name), JournalGroup.ENCODED_BYTES_MAX, 0, (position, content) -> {
                    throw new Failure("segment exists: " + name);
                });
        disk.force();
        segment.close();
        segment = fresh;
    }

    /// Files that a snapshot of this height made superfluous, and those that were never finished. Where a crash keeps
    /// some of them, the next opening removes them.
    private void removeBefore(long height) throws IOException {
        for (String name : disk.names()) {
            if (name.endsWith(JournalNames.UNFINISHED)) {
                disk.delete(name);
            }
        }
        JournalNames names = JournalNames.of(disk.names());
        for (long before : names.segments().headSet(height)) {
            disk.delete(JournalNames.segment(before));
        }
        for (long before : names.snapshots().headSet(height)) {
            disk.delete(JournalNames.snapshot(before));
        }
    }

    private void act(DiskWork work) {
        requireGoing();
        boolean done = false;
        try {
            work.run();
            done = true;
        } catch (IOException broken) {
            throw new Failure("journal cannot be written: " + disk, broken);
        } finally {
            stopped = !done;
        }
    }

    private void requireGoing() {
        if (stopped) {
            throw new Failure("journal has stopped: " + disk);
        }
    }

    /// Records that wait are not written.
    @Override
    public void close() {
        stopped = true;
        segment.close();
        release(disk);
    }

    private static void release(JournalDisk disk) {
        try {
            disk.close();
        } catch (IOException broken) {
            throw new Failure("journal cannot be closed: " + disk, broken);
        }
    }

    /// Something to do on the disk.
    @FunctionalInterface
    private interface DiskWork {
        void run() throws IOException;
    }
}
