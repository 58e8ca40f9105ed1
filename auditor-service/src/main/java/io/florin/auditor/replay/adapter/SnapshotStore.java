package io.florin.auditor.replay.adapter;

import io.florin.auditor.protocol.SnapshotUnfit;
import io.florin.auditor.replay.ReplaySnapshot;
import io.florin.auditor.replay.SnapshotSeal;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.config.Genesis;
import java.util.List;

/// Snapshots under this auditor's seal. The two newest are kept, so that one that is damaged costs the blocks since the
/// other.
final class SnapshotStore {
    private static final int KEPT = 2;

    private final SnapshotRows rows;
    private final Genesis genesis;
    private final Ed25519KeyPair key;

    /// @param key this auditor's, seals snapshots
    SnapshotStore(SnapshotRows rows, Genesis genesis, Ed25519KeyPair key) {
        this.rows = rows;
        this.genesis = genesis;
        this.key = key;
    }

    void keep(ReplaySnapshot snapshot) {
        rows.write(
                snapshot.block(),
                parts -> {
                    SnapshotSeal.Sum sum = new SnapshotSeal.Sum();
                    snapshot.encode(part -> {
                        sum.add(part);
                        parts.accept(part);
                    });
                    return sum.seal(genesis.networkId(), snapshot.block(), key);
                },
                KEPT);
    }

    /// The blocks of which there are snapshots, newest first.
    List<Long> blocks() {
        return rows.blocks();
    }

    /// @throws SnapshotUnfit when it is not as this auditor wrote it, or cannot be used
    ReplaySnapshot.Restored restore(long block) {
        SnapshotSeal seal = rows.seal(block).orElseThrow(() -> SnapshotUnfit.altered("its seal is none"));
        seal.requireOf(genesis.networkId(), key.publicKey());
        int[] next = {0};
        SnapshotSeal.Opened parts = seal.open(() ->
                rows.part(block, next[0]++).orElseThrow(() -> SnapshotUnfit.altered("a part is missing or too large")));
        ReplaySnapshot.Restored restored = parts.restored(() -> ReplaySnapshot.restore(genesis, parts));
        if (seal.block() != block || restored.replay().height() != block) {
            throw SnapshotUnfit.altered("it is of another block than it is kept for");
        }
        return restored;
    }

    void remove(long block) {
        rows.remove(block);
    }
}
