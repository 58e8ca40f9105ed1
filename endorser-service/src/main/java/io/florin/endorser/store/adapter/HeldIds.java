package io.florin.endorser.store.adapter;

import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.ProvenStatus;
import io.florin.ledger.TransactionId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Ids of transactions that are held here without a final status, for whoever asks whether a block concerns this
/// endorser at all. Any thread.
///
/// What this process stored is known. What earlier ones stored can commit up to some height and no further, for it
/// expires: up to there every block may concern this endorser. A status that comes much later than its transaction has
/// expired is not waited for; what stays open by that is asked from a committer, as whenever a status is missing.
final class HeldIds {
    /// Blocks that may be followed without being kept.
    static final int UNWRITTEN_MAX = 64;

    private static final int PURGE_BLOCKS = 64;

    private final Map<TransactionId, Long> open = new ConcurrentHashMap<>();
    private final long expiryBlocks;
    private final long knownFrom;
    private long purgedBlock;

    /// @param start of this process; the ledger may have been followed somewhat further
    HeldIds(LedgerPosition start) {
        this.expiryBlocks = start.configuration().limits().expiryBlocksMax();
        this.knownFrom = start.height() + 2 * expiryBlocks + UNWRITTEN_MAX;
    }

    void add(TransactionId id, long expiryHeight) {
        open.put(id, expiryHeight);
    }

    /// Whether one of these may be of a transaction that is held.
    boolean concern(Collection<ProvenStatus> statuses) {
        return statuses.stream().anyMatch(status -> status.block() <= knownFrom || open.containsKey(status.id()));
    }

    /// These are final, and kept as such.
    void settled(Collection<ProvenStatus> statuses) {
        statuses.forEach(status -> open.remove(status.id()));
    }

    /// The ledger has come to this block.
    void reached(long block) {
        if (block >= purgedBlock + PURGE_BLOCKS) {
            purgedBlock = block;
            open.values().removeIf(expiry -> expiry + expiryBlocks < block);
        }
    }
}
