package io.florin.simulation.world;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Records one after the other. After a crash there are all synced ones, and as many of the others as chance leaves; a
/// record that is torn at the end is one that its checksum gives away, so it counts as one that is gone.
public final class SimulatedLog<R> {
    private final SimulatedDisk disk;
    private final List<R> records = new ArrayList<>();
    private int synced;

    SimulatedLog(SimulatedDisk disk) {
        this.disk = disk;
    }

    public void append(R record) {
        disk.requireRoom();
        records.add(record);
    }

    public void sync() {
        disk.requireRoom();
        synced = records.size();
    }

    public boolean isSynced() {
        return synced == records.size();
    }

    public List<R> records() {
        return Collections.unmodifiableList(records);
    }

    /// Those that a crash leaves.
    public List<R> synced() {
        return records().subList(0, synced);
    }

    /// As if somebody had cut the file.
    public void truncate(int size) {
        records.subList(size, records.size()).clear();
        synced = Math.min(synced, size);
    }

    void crash(Random random) {
        int left = synced + random.nextInt(records.size() - synced + 1);
        records.subList(left, records.size()).clear();
        synced = records.size();
    }
}
