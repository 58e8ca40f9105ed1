package io.florin.committer.simulation;

import io.florin.committer.protocol.BlockVerdicts;
import io.florin.committer.protocol.CoordinatorEffect.Append;
import io.florin.committer.protocol.LoggedBlock;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/// A decision log in memory: records are written first and durable later; a crash keeps some prefix of what was
/// written.
final class FakeDecisionLog {

    private final List<Append> durable = new ArrayList<>();
    private final ArrayDeque<Append> written = new ArrayDeque<>();

    void write(Append append) {
        written.add(append);
    }

    /// Makes the oldest records durable, at least one.
    long sync(Random random) {
        int count = 1 + random.nextInt(written.size());
        for (int i = 0; i < count; i++) {
            durable.add(written.remove());
        }
        return lastSequence();
    }

    boolean hasUnsynced() {
        return !written.isEmpty();
    }

    void crash(Random random) {
        int kept = random.nextInt(written.size() + 1);
        for (int i = 0; i < kept; i++) {
            durable.add(written.remove());
        }
        written.clear();
    }

    long lastSequence() {
        return durable.isEmpty() ? 0 : durable.getLast().sequence();
    }

    SortedMap<Long, LoggedBlock> logged(long afterBlock) {
        SortedMap<Long, LoggedBlock> logged = new TreeMap<>();
        for (Append append : durable) {
            for (BlockVerdicts block : append.verdicts()) {
                if (block.block() > afterBlock) {
                    SortedMap<Integer, TransactionStatus> statuses = new TreeMap<>();
                    LoggedBlock before = logged.get(block.block());
                    if (before != null) {
                        statuses.putAll(before.statuses());
                    }
                    block.verdicts().forEach(verdict -> statuses.put(verdict.index(), verdict.status()));
                    logged.put(block.block(), new LoggedBlock(block.headerHash(), statuses));
                }
            }
        }
        return logged;
    }

    /// The number of transactions of a block with a durable verdict.
    int durableVerdicts(long block) {
        LoggedBlock logged = logged(block - 1).get(block);
        return logged == null ? 0 : logged.statuses().size();
    }
}
