package io.florin.ordering.wiring;

import io.florin.crypto.Bytes32;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Times at which the newest blocks and their bundles passed through this party, by its wall clock: for measuring,
/// nothing is decided by them. A few looks at the clock for each block and bundle, in memory only, bounded. Any thread.
public final class PassageTimes {

    private static final int BLOCKS_MAX = 4_096;
    private static final int BUNDLES_MAX = 8_192;

    private final InstantSource clock;
    private final Map<Bytes32, Moments> bundles = bounded();
    private final TreeMap<Long, Passage> blocks = new TreeMap<>();

    PassageTimes(InstantSource clock) {
        this.clock = clock;
    }

    private record Moments(Instant arrived, @Nullable Instant cut) {}

    /// Passage of one block; a time is null where the block did not pass here, or not yet.
    ///
    /// @param arrived when its first bundle came in
    /// @param cut when this party cut a batch with a bundle of it
    /// @param decided when this party's consensus had decided it
    /// @param certified when a quorum's signatures were here
    /// @param stored when it was forced to disk
    /// @param published when the broker had it
    public record Passage(
            @Nullable Instant arrived,
            @Nullable Instant cut,
            @Nullable Instant decided,
            @Nullable Instant certified,
            @Nullable Instant stored,
            @Nullable Instant published) {
        private static final Passage NONE = new Passage(null, null, null, null, null, null);
    }

    /// Empty where the block is too old, or did not come.
    public synchronized Optional<Passage> of(long block) {
        return Optional.ofNullable(blocks.get(block));
    }

    synchronized void arrived(Bytes32 bundle) {
        bundles.putIfAbsent(bundle, new Moments(clock.instant(), null));
    }

    synchronized void cut(Collection<Bytes32> cut) {
        Instant now = clock.instant();
        cut.forEach(bundle -> bundles.computeIfPresent(bundle, (_, it) -> new Moments(it.arrived, now)));
    }

    synchronized void decided(long block) {
        Instant now = clock.instant();
        change(block, it -> new Passage(null, null, now, it.certified, it.stored, it.published));
    }

    synchronized void certified(long block) {
        Instant now = clock.instant();
        change(block, it -> new Passage(null, null, it.decided, now, it.stored, it.published));
    }

    synchronized void stored(long block, List<Bytes32> entries) {
        Instant now = clock.instant();
        Optional<Instant> arrived = first(entries, Moments::arrived);
        Optional<Instant> cut = first(entries, Moments::cut);
        change(
                block,
                it -> new Passage(arrived.orElse(null), cut.orElse(null), it.decided, it.certified, now, it.published));
        bundles.keySet().removeAll(entries);
    }

    synchronized void published(long block) {
        Instant now = clock.instant();
        change(block, it -> new Passage(it.arrived, it.cut, it.decided, it.certified, it.stored, now));
    }

    private Optional<Instant> first(List<Bytes32> entries, Function<Moments, @Nullable Instant> time) {
        return entries.stream()
                .map(bundles::get)
                .filter(Objects::nonNull)
                .flatMap(it -> Optional.ofNullable(time.apply(it)).stream())
                .min(Instant::compareTo);
    }

    private void change(long block, Function<Passage, Passage> change) {
        blocks.put(block, change.apply(blocks.getOrDefault(block, Passage.NONE)));
        while (blocks.size() > BLOCKS_MAX) {
            blocks.pollFirstEntry();
        }
    }

    private static Map<Bytes32, Moments> bounded() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Bytes32, Moments> eldest) {
                return size() > BUNDLES_MAX;
            }
        };
    }
}
