package io.florin.committer.query;

import io.florin.committer.protocol.LedgerReader;
import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.SignedCheckpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Results of complete blocks with their proof, for those who follow the ledger. Any thread.
public final class ResultQueries {

    /// Bytes of the results in one answer; a first result that is longer is one by itself.
    static final long BYTES_MAX = 4L << 20;

    private static final int CACHED_BLOCKS = 128;
    private static final long CACHED_BYTES = 16L << 20;

    private final LedgerReader ledger;
    private final int cachedBlocks;
    private final NavigableMap<Long, Bytes> recent = new TreeMap<>();
    private long recentBytes;

    public ResultQueries(LedgerReader ledger) {
        this(ledger, CACHED_BLOCKS);
    }

    /// @param cachedBlocks results of so many blocks are kept, those of the head before those of old ones: all
    ///     followers ask for the head, and one at a time reads everything
    ResultQueries(LedgerReader ledger, int cachedBlocks) {
        this.ledger = ledger;
        this.cachedBlocks = cachedBlocks;
    }

    /// Results from a number on: the first one, and others as long as the answer stays readable.
    ///
    /// @return encoded list of [BlockResult]
    public byte[] results(long from, int limit) {
        long last = last(from, limit);
        List<Bytes> results = new ArrayList<>();
        long bytes = 0;
        for (long number = from; number <= last; number++) {
            Bytes result = result(number);
            bytes += result.size();
            if (!results.isEmpty() && bytes > BYTES_MAX) {
                break;
            }
            results.add(result);
        }
        return BlockResult.encodeList(results);
    }

    /// @return encoded list of [SignedCheckpoint]
    public byte[] checkpoints(long from, int limit) {
        long last = last(from, limit);
        List<SignedCheckpoint> checkpoints = new ArrayList<>();
        for (long number = from; number <= last; number++) {
            checkpoints.add(ledger.signed(number).orElseThrow(LedgerQueries.NotYet::new));
        }
        return SignedCheckpoint.encodeList(checkpoints);
    }

    private long last(long from, int limit) {
        return Math.min(ledger.head().number(), from + Math.min(limit, BlockResult.LIST_MAX) - 1);
    }

    private Bytes result(long number) {
        synchronized (recent) {
            Bytes known = recent.get(number);
            if (known != null) {
                return known;
            }
        }
        Bytes made = Bytes.of(resultOf(
                        ledger.block(number).orElseThrow(LedgerQueries.NotYet::new),
                        ledger.statuses(number).orElseThrow(LedgerQueries.NotYet::new))
                .encode());
        synchronized (recent) {
            if (recent.put(number, made) == null) {
                recentBytes += made.size();
            }
            while (recent.size() > cachedBlocks || (recentBytes > CACHED_BYTES && recent.size() > 1)) {
                recentBytes -= recent.pollFirstEntry().getValue().size();
            }
        }
        return made;
    }

    private static BlockResult resultOf(Block block, BlockStatuses statuses) {
        return new BlockResult(
                statuses,
                OrderedTransaction.of(block.entries()).stream()
                        .filter(ordered -> statuses.outcomes()
                                .get((int) ordered.index())
                                .status()
                                .isCommitted())
                        .map(OrderedTransaction::raw)
                        .toList());
    }
}
