package io.florin.committer;

import io.florin.ledger.TransactionId;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.runtime.observability.TraceContext;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Messages to operators of a committer, in fixed words. No keys, amounts or owners; ids of transactions only where
/// somebody turned DEBUG on to follow one, each under the trace that its id names.
public final class CommitterLog {

    private static final Logger log = LoggerFactory.getLogger("io.florin.committer");

    private CommitterLog() {}

    public static void started(long block, long taken) {
        log.info("committer goes on: lastComplete={} taken={}", block, taken);
    }

    public static void blockRefused(String source, String flaw) {
        log.error("not the next block of the chain, source is left: source={} flaw={}", source, flaw);
    }

    public static void sourceSwitched(String from, String to, String reason) {
        log.warn("blocks come from another source: from={} to={} reason={}", from, to, reason);
    }

    /// One line for the block and one for each transaction, at DEBUG.
    public static void completed(BlockStatuses statuses) {
        if (!log.isDebugEnabled()) {
            return;
        }
        long block = statuses.checkpoint().number();
        log.debug(
                "block is complete: block={} transactions={}",
                block,
                statuses.outcomes().size());
        for (TransactionOutcome outcome : statuses.outcomes()) {
            Optional<TransactionId> id = outcome.id();
            if (id.isEmpty()) {
                isFinal(block, outcome, "unreadable");
                continue;
            }
            try (TraceContext.Scope _ = TraceContext.of(id.get().value()).open()) {
                isFinal(block, outcome, id.get().toHex());
            }
        }
    }

    private static void isFinal(long block, TransactionOutcome outcome, String id) {
        log.debug(
                "transaction is final: block={} index={} transaction={} status={}",
                block,
                outcome.index(),
                id,
                outcome.status());
    }

    public static void slow(long block, int transactions, long millis) {
        log.info("block took long to complete: block={} transactions={} millis={}", block, transactions, millis);
    }

    public static void notPublished(long block, String reason) {
        log.warn("statuses not published yet: block={} reason={}", block, reason);
    }

    public static void accused(String kind, long block, long index, String reason) {
        log.error(
                "endorsers are accused, evidence is kept: kind={} block={} index={} reason={}",
                kind,
                block,
                index,
                reason);
    }
}
