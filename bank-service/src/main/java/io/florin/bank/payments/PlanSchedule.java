package io.florin.bank.payments;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Wallets that are to be looked at: those of which something changed since they were looked at last, and those whose
/// time has come. A wallet that failed is left alone for a while, longer each time; what changes meanwhile waits.
final class PlanSchedule {

    private static final Rest AWAKE = new Rest(0, Instant.MIN);

    private final TreeSet<Long> changed = new TreeSet<>();
    private final Map<Long, Instant> wakes = new HashMap<>();
    private final TreeMap<Instant, TreeSet<Long>> clock = new TreeMap<>();
    private final Map<Long, Rest> rests = new HashMap<>();

    /// @param times how often in turn it failed
    private record Rest(int times, Instant until) {}

    void changed(Collection<Long> wallets) {
        changed.addAll(wallets);
    }

    boolean isChanged(long wallet) {
        return changed.contains(wallet);
    }

    /// Forgets that the wallet changed: whoever looks at it now sees it.
    void looked(long wallet) {
        changed.remove(wallet);
    }

    /// Has the wallet looked at when this time has come, and at no other that was said before.
    void wakeAt(long wallet, Instant at) {
        forgetWake(wallet);
        wakes.put(wallet, at);
        clock.computeIfAbsent(at, _ -> new TreeSet<>()).add(wallet);
    }

    void forgetWake(long wallet) {
        Instant before = wakes.remove(wallet);
        TreeSet<Long> others = before == null ? null : clock.get(before);
        if (others != null && others.remove(wallet) && others.isEmpty()) {
            clock.remove(before);
        }
    }

    void tick(Instant now) {
        while (!clock.isEmpty() && !clock.firstKey().isAfter(now)) {
            TreeSet<Long> woken = clock.pollFirstEntry().getValue();
            woken.forEach(wakes::remove);
            changed.addAll(woken);
        }
    }

    /// Has all wallets looked at for which a time was kept, or that were left alone.
    void forgetTimes() {
        changed.addAll(wakes.keySet());
        wakes.clear();
        clock.clear();
        rests.clear();
    }

    /// In ascending order.
    List<Long> due(Instant now) {
        return changed.stream()
                .filter(wallet -> !rests.getOrDefault(wallet, AWAKE).until().isAfter(now))
                .toList();
    }

    /// Leaves the wallet alone for this time, doubled for each time in turn before.
    void rest(long wallet, Instant now, Duration first, int doublingsMax) {
        int times = rests.getOrDefault(wallet, AWAKE).times();
        rests.put(wallet, new Rest(times + 1, now.plus(first.multipliedBy(1L << Math.min(times, doublingsMax)))));
        changed.add(wallet);
    }

    void awake(long wallet) {
        rests.remove(wallet);
    }
}
