package io.florin.instant.journal;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Writes a shard's state as items, gathered in parts of about 1 MiB; an item is in one part. The same state gives the
/// same parts, so their chained hash is the state's. Owned by one thread.
public final class StateWriter {

    private static final int PART_BYTES = 1 << 20;

    private final Consumer<byte[]> keep;
    private CanonicalWriter part = new CanonicalWriter(PART_BYTES / 16);
    private Bytes32 hash = Domain.RAIL_SHARD_STATE.hash();

    private StateWriter(Consumer<byte[]> keep) {
        this.keep = keep;
    }

    /// The hash of what is written, which is kept nowhere.
    public static Bytes32 hash(Consumer<StateWriter> state) {
        StateWriter writer = new StateWriter(_ -> {});
        state.accept(writer);
        writer.end();
        return writer.hash;
    }

    /// The parts of a snapshot: all items, and their hash as the last one.
    public static List<Bytes> snapshot(Consumer<StateWriter> state) {
        List<Bytes> parts = new ArrayList<>();
        StateWriter writer = new StateWriter(bytes -> parts.add(Bytes.of(bytes)));
        state.accept(writer);
        writer.end();
        Bytes32 whole = writer.hash;
        writer.item(StateItem.HASH).fixed(whole);
        writer.end();
        return parts;
    }

    /// Begins an item; its fields follow.
    public CanonicalWriter item(StateItem kind) {
        if (part.size() >= PART_BYTES) {
            end();
        }
        return part.u8(kind.number());
    }

    private void end() {
        if (part.size() > 0) {
            byte[] bytes = part.toByteArray();
            hash = Domain.RAIL_SHARD_STATE.hash(hash.toArray(), bytes);
            keep.accept(bytes);
            part = new CanonicalWriter(PART_BYTES);
        }
    }
}
