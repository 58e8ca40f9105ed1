package io.florin.simulation.rail;

import java.util.NavigableSet;
import java.util.TreeSet;

/// Notices of one pair of shards that a planted bug takes for told: the core hears of the others, numbered as if there
/// had been no more. Without the bug there is none, and all numbers stay.
final class LostNotices {
    private final NavigableSet<Long> lost = new TreeSet<>();

    void lose(long sequence) {
        lost.add(sequence);
    }

    /// The number under which the core hears of one.
    long told(long sequence) {
        return sequence - lost.headSet(sequence, false).size();
    }

    /// Up to where the receiver is when its core has taken so many.
    long reached(long taken) {
        long reached = taken;
        for (long each : lost) {
            if (each <= reached + 1) {
                reached++;
            }
        }
        return reached;
    }
}
