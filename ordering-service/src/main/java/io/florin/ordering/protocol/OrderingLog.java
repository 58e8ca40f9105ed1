package io.florin.ordering.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.observability.TraceContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Messages to operators of an ordering party. No contents of bundles, keys or names; ids of transactions only where
/// somebody turned DEBUG on to follow one.
public final class OrderingLog {
    private static final Logger log = LoggerFactory.getLogger("io.florin.ordering");

    private final int party;

    public OrderingLog(int party) {
        this.party = party;
    }

    public void started(Head head) {
        log.info("party started: party={} block={}", party, head.number());
    }

    /// One line for each transaction, under the trace that its id names, at DEBUG.
    public void ordered(Block block) {
        if (!log.isDebugEnabled()) {
            return;
        }
        for (Bytes entry : block.entries()) {
            try {
                Bundle bundle = Bundle.decode(entry.toArray());
                for (int i = 0; i < bundle.transactions().size(); i++) {
                    ordered(block.header().number(), bundle.transaction(i).id());
                }
            } catch (DecodeException malformed) {
                log.debug(
                        "entry is no bundle: party={} block={}",
                        party,
                        block.header().number());
            }
        }
    }

    private void ordered(long block, TransactionId id) {
        try (TraceContext.Scope _ = TraceContext.of(id.value()).open()) {
            log.debug("transaction is ordered: party={} block={} transaction={}", party, block, id.toHex());
        }
    }

    public void groupStarts(long view, Head start, boolean founding) {
        log.info("round begins: party={} round={} block={} founding={}", party, view, start.number(), founding);
    }

    public void groupReady(long view) {
        log.info("consensus member works: party={} round={}", party, view);
    }

    public void groupFailed(long view, String reason) {
        log.warn("consensus member failed: party={} round={} reason={}", party, view, reason);
    }

    public void groupStopped(long view) {
        log.info("round ends: party={} round={}", party, view);
    }

    public void gateOpen(long view) {
        log.info("submissions open: party={} round={}", party, view);
    }

    public void evidence(String what) {
        log.warn("evidence of a fault: party={} what={}", party, what);
    }

    public void peerAway(int peer, String reason) {
        log.info("party does not answer: party={} peer={} reason={}", party, peer, reason);
    }

    public void peerBack(int peer) {
        log.info("party answers again: party={} peer={}", party, peer);
    }

    public void unreadableBundle(int partition, long offset, String reason) {
        log.warn("bundle cannot be read: party={} partition={} offset={} reason={}", party, partition, offset, reason);
    }

    public void blocksNotFetched(int peer, long from, String reason) {
        log.info("blocks not fetched: party={} peer={} from={} reason={}", party, peer, from, reason);
    }

    public void notPublished(String reason) {
        log.warn("blocks not published: party={} reason={}", party, reason);
    }

    public void publishingFrom(long number) {
        log.info("publishing: party={} nextBlock={}", party, number);
    }

    public void consensusPortFailed(String reason) {
        log.warn("consensus port failed: party={} reason={}", party, reason);
    }
}
