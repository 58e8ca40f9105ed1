package io.florin.instant.journal.adapter;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// A directory in memory that a crash leaves as a disk may: content that was not forced is lost, kept, or cut off
/// somewhere; of names that were made, changed or deleted and not forced, none, all, or any are. Fails at the operation
/// it is told to, or where its room ends.
final class FakeDisk implements JournalDisk {
    /// Rest that a crash leaves of what was not forced.
    enum Unforced {
        LOST,
        KEPT,
        /// Each file by itself: a prefix of what was written, perhaps with zeros to the size that it had. Each change
        /// of a name by itself, in whatever order the disk likes.
        TORN
    }

    private Map<String, FakeFile> names = new TreeMap<>();
    private final Map<String, FakeFile> safeNames = new TreeMap<>();
    private final List<Consumer<Map<String, FakeFile>>> unforced = new ArrayList<>();
    private long operationsLeft = Long.MAX_VALUE;
    private long roomBytes = Long.MAX_VALUE;
    private boolean refusingForce;
    private long operations;
    private long forces;

    /// The operation after this many fails, before it does anything, and so do all later ones.
    void failAfter(long count) {
        operationsLeft = count;
    }

    /// Writes beyond this many bytes are cut off there and fail.
    void leaveRoom(long bytes) {
        roomBytes = bytes;
    }

    /// The next force fails and drops what it should have written; those after it say that all is well.
    void refuseForce() {
        refusingForce = true;
    }

    long operations() {
        return operations;
    }

    /// Forces of files so far.
    long forces() {
        return forces;
    }

    /// The power is cut; the next opening sees what is left.
    void crash(Unforced rest, Random random) {
        for (Consumer<Map<String, FakeFile>> change : unforced) {
            boolean kept = switch (rest) {
                case LOST -> false;
                case KEPT -> true;
                case TORN -> random.nextBoolean();
            };
            if (kept) {
                change.accept(safeNames);
            }
        }
        unforced.clear();
        names = new TreeMap<>(safeNames);
        names.values().forEach(file -> file.crash(rest, random));
        operationsLeft = Long.MAX_VALUE;
        roomBytes = Long.MAX_VALUE;
        refusingForce = false;
    }

    private void change(Consumer<Map<String, FakeFile>> change) {
        change.accept(names);
        unforced.add(change);
    }

    /// Whether the disk goes on: then one operation is counted.
    void step() throws IOException {
        if (operationsLeft == 0) {
            throw new IOException("the disk failed");
        }
        operationsLeft--;
        operations++;
    }

    /// Counts a force of a file.
    ///
    /// @return false if it is to drop what it should have written
    boolean forceStep() throws IOException {
        step();
        forces++;
        boolean refused = refusingForce;
        refusingForce = false;
        return !refused;
    }

    /// Of so many bytes, those for which there is room.
    int take(int bytes) {
        int taken = (int) Math.min(bytes, roomBytes);
        roomBytes -= roomBytes == Long.MAX_VALUE ? 0 : taken;
        return taken;
    }

    @Override
    public SortedSet<String> names() throws IOException {
        step();
        return new TreeSet<>(names.keySet());
    }

    @Override
    public FileChannel open(String name) throws IOException {
        step();
        FakeFile known = names.get(name);
        if (known != null) {
            return new FakeChannel(this, known);
        }
        var file = new FakeFile();
        change(entries -> entries.put(name, file));
        return new FakeChannel(this, file);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        step();
        FakeFile file = existing(from);
        change(entries -> {
            entries.remove(from);
            entries.put(to, file);
        });
    }

    @Override
    public void delete(String name) throws IOException {
        step();
        existing(name);
        change(entries -> entries.remove(name));
    }

    private FakeFile existing(String name) throws IOException {
        FakeFile file = names.get(name);
        if (file == null) {
            throw new IOException("no file " + name);
        }
        return file;
    }

    @Override
    public void force() throws IOException {
        step();
        unforced.forEach(change -> change.accept(safeNames));
        unforced.clear();
    }

    @Override
    public void close() {
        // nothing is held
    }
}
