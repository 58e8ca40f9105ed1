package io.florin.auditor.replay;

import io.florin.auditor.protocol.SnapshotUnfit;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.replay.ReplayImage;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The auditor's own replay after a block, to go on from at the next start. Immutable.
///
/// Encoded in parts of about a megabyte at most:
///
/// | part | fields |
/// |---|---|
/// | first | version u16 = 1, number of blocks u63, digest of the stored rows 32, memories: count u8, each name (text) and bytes |
/// | configurations | count u16, each first block u63 and bytes, ascending |
/// | checkpoints, 8192 blocks in each part but the last | header hash 32, status root 32, state hash 32; genesis first |
/// | the others | the [ReplayImage] |
///
/// Nothing here proves whose it is: [SnapshotSeal] does.
public final class ReplaySnapshot {

    private static final int VERSION = 1;
    private static final int CHECKPOINTS_IN_PART = 8192;
    private static final int NAME_MAX = 40;
    private static final int BYTES_MAX = 1024 * 1024;

    private final Bytes32 rows;
    private final SortedMap<String, Bytes> memories;
    private final List<Checkpoint> checkpoints;
    private final NavigableMap<Long, NetworkConfiguration> configurations;
    private final ReplayImage image;

    ReplaySnapshot(
            Bytes32 rows,
            SortedMap<String, Bytes> memories,
            List<Checkpoint> checkpoints,
            NavigableMap<Long, NetworkConfiguration> configurations,
            ReplayImage image) {
        this.rows = rows;
        this.memories = new TreeMap<>(memories);
        this.checkpoints = checkpoints;
        this.configurations = new TreeMap<>(configurations);
        this.image = image;
    }

    /// The state that a snapshot gives back.
    ///
    /// @param rows digest of what was stored of the blocks so far
    /// @param memories by name
    public record Restored(LedgerReplay replay, Bytes32 rows, SortedMap<String, Bytes> memories) {}

    public long block() {
        return image.checkpoint().number();
    }

    /// Gives the parts one after the other; they are the caller's to keep.
    public void encode(Consumer<byte[]> parts) {
        CanonicalWriter head =
                new CanonicalWriter().u16(VERSION).u63(block()).fixed(rows).u8(memories.size());
        memories.forEach((name, memory) -> head.text(name).bytes(memory));
        parts.accept(head.toByteArray());
        CanonicalWriter ruled = new CanonicalWriter().u16(configurations.size());
        configurations.forEach((from, configuration) -> ruled.u63(from).bytes(Bytes.of(configuration.encode())));
        parts.accept(ruled.toByteArray());
        for (int from = 0; from < checkpoints.size(); from += CHECKPOINTS_IN_PART) {
            int to = Math.min(checkpoints.size(), from + CHECKPOINTS_IN_PART);
            CanonicalWriter part = new CanonicalWriter((to - from) * 96);
            checkpoints
                    .subList(from, to)
                    .forEach(at ->
                            part.fixed(at.headerHash()).fixed(at.statusRoot()).fixed(at.stateHash()));
            parts.accept(part.toByteArray());
        }
        image.encode(parts);
    }

    /// @param parts of a snapshot that this auditor sealed; asked for no more than there are
    /// @throws SnapshotUnfit when they are no snapshot of this version and network
    public static Restored restore(Genesis genesis, Supplier<byte[]> parts) {
        try {
            Head head = CanonicalReader.decode(parts.get(), ReplaySnapshot::head);
            NavigableMap<Long, NetworkConfiguration> configurations =
                    CanonicalReader.decode(parts.get(), ReplaySnapshot::configurations);
            List<Checkpoint> checkpoints = checkpoints(genesis.networkId(), head.blocks(), parts);
            SerialReplay replay = SerialReplay.restore(genesis, parts);
            boolean fits = checkpoints.getLast().equals(replay.checkpoint())
                    && configurations.firstKey() == 1
                    && configurations.lastEntry().getValue().equals(replay.configuration());
            if (!fits) {
                throw new DecodeException("its parts are not of one ledger");
            }
            LedgerReplay whole = new LedgerReplay(replay, checkpoints, configurations);
            return new Restored(whole, head.rows(), head.memories());
        } catch (DecodeException unreadable) {
            throw SnapshotUnfit.other(String.valueOf(unreadable.getMessage()));
        }
    }

    private record Head(long blocks, Bytes32 rows, SortedMap<String, Bytes> memories) {}

    private static Head head(CanonicalReader reader) {
        int version = reader.u16();
        if (version != VERSION) {
            throw new DecodeException("snapshot of version " + version);
        }
        long blocks = reader.u63();
        Bytes32 rows = reader.fixed32();
        SortedMap<String, Bytes> memories = new TreeMap<>();
        for (int count = reader.u8(); count > 0; count--) {
            memories.put(reader.text(NAME_MAX), reader.bytes(BYTES_MAX));
        }
        return new Head(blocks, rows, memories);
    }

    private static NavigableMap<Long, NetworkConfiguration> configurations(CanonicalReader reader) {
        NavigableMap<Long, NetworkConfiguration> configurations = new TreeMap<>();
        int count = reader.u16();
        if (count == 0) {
            throw new DecodeException("no configuration");
        }
        for (; count > 0; count--) {
            configurations.put(
                    reader.u63(),
                    NetworkConfiguration.decode(reader.bytes(BYTES_MAX).toArray()));
        }
        return configurations;
    }

    private static List<Checkpoint> checkpoints(NetworkId network, long blocks, Supplier<byte[]> parts) {
        List<Checkpoint> checkpoints = new ArrayList<>();
        while (checkpoints.size() <= blocks) {
            CanonicalReader reader = new CanonicalReader(parts.get());
            long here = Math.min(CHECKPOINTS_IN_PART, blocks + 1 - checkpoints.size());
            for (long i = 0; i < here; i++) {
                checkpoints.add(new Checkpoint(
                        network, checkpoints.size(), reader.fixed32(), reader.fixed32(), reader.fixed32()));
            }
            reader.end();
        }
        return checkpoints;
    }
}
