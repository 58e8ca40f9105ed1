package io.florin.simulation.world;

import io.florin.runtime.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// The disk of one machine: logs that lose what was not synced when the process dies, and that may be full.
public final class SimulatedDisk {
    private final Random random;
    private final List<SimulatedLog<?>> logs = new ArrayList<>();
    private boolean full;

    SimulatedDisk(Random random) {
        this.random = random;
    }

    /// A new, empty log.
    public <R> SimulatedLog<R> log() {
        SimulatedLog<R> log = new SimulatedLog<>(this);
        logs.add(log);
        return log;
    }

    public void setFull(boolean isFull) {
        full = isFull;
    }

    public void requireRoom() {
        if (full) {
            throw new Failure("no room on the disk");
        }
    }

    /// Some of what was written and not synced is gone: of each log what stands behind some record.
    void crash() {
        logs.forEach(log -> log.crash(random));
    }
}
