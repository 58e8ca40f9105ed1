package io.florin.auditor.replay.adapter;

import io.florin.auditor.replay.SnapshotSeal;
import io.florin.crypto.sign.Ed25519KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;

/// Snapshots in memory.
final class MemorySnapshotRows implements SnapshotRows {
    final ConcurrentSkipListMap<Long, Row> rows = new ConcurrentSkipListMap<>();

    record Row(SnapshotSeal seal, List<byte[]> parts) {}

    @Override
    public void write(long block, Function<Consumer<byte[]>, SnapshotSeal> content, int kept) {
        List<byte[]> parts = new ArrayList<>();
        SnapshotSeal seal = content.apply(parts::add);
        rows.put(block, new Row(seal, parts));
        blocks().stream().skip(kept).forEach(this::remove);
    }

    @Override
    public List<Long> blocks() {
        return List.copyOf(rows.descendingKeySet());
    }

    @Override
    public Optional<SnapshotSeal> seal(long block) {
        return Optional.ofNullable(rows.get(block)).map(Row::seal);
    }

    @Override
    public Optional<byte[]> part(long block, int number) {
        return Optional.ofNullable(rows.get(block))
                .map(Row::parts)
                .filter(parts -> number < parts.size())
                .map(parts -> parts.get(number));
    }

    @Override
    public void remove(long block) {
        rows.remove(block);
    }

    /// Somebody changes a byte of a snapshot's last part.
    void alter(long block) {
        rows.computeIfPresent(block, (_, row) -> {
            row.parts().getLast()[0] ^= 1;
            return row;
        });
    }

    /// Somebody seals the snapshot with a key of his own.
    void forge(long block, Ed25519KeyPair key) {
        rows.computeIfPresent(block, (_, row) -> {
            SnapshotSeal.Sum sum = new SnapshotSeal.Sum();
            row.parts().forEach(sum::add);
            return new Row(sum.seal(row.seal().network(), block, key), row.parts());
        });
    }
}
