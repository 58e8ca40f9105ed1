package io.florin.committer.coordinator;

import io.florin.ledger.StateKey;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.ArrayList;
import java.util.List;

/// A transaction of a pending block in the dependency graph: what each of its reads waits for, and its verdict.
/// Owned by the coordinator's thread.
final class PendingTransaction {

    /// Knowledge of a read.
    enum ReadState {
        /// Waits for the verdict on the last earlier transaction that writes the key.
        OPEN,
        /// An earlier pending transaction commits and writes the version read.
        CHAINED,
        /// No earlier pending transaction that commits writes the key: the shard knows its version.
        IN_STATE
    }

    private static final CounterBounds.Outlook[] NO_BOUNDS = {};

    private enum Verdict {
        NONE,
        COMMITTED,
        ABORTED
    }

    /// One read of a node that waits for another node.
    record Waiter(PendingTransaction node, int read) {}

    private final PendingBlock block;
    private final int index;
    private final SettlementTransaction transaction;
    private final List<StateKey> writeKeys;
    private final ReadState[] reads;
    private final CounterBounds.Outlook[] bounds;
    private int readsOpen;
    private boolean dead;
    private Verdict verdict = Verdict.NONE;
    private long decidedIn;
    private long startsAfter;
    private boolean started;
    private boolean agreed;
    private List<Waiter> waiters = List.of();

    PendingTransaction(PendingBlock block, int index, SettlementTransaction transaction, List<StateKey> writeKeys) {
        this.block = block;
        this.index = index;
        this.transaction = transaction;
        this.writeKeys = writeKeys;
        this.reads = new ReadState[transaction.reads().size()];
        this.bounds = transaction.adds().isEmpty()
                ? NO_BOUNDS
                : new CounterBounds.Outlook[transaction.adds().size()];
    }

    PendingBlock block() {
        return block;
    }

    int index() {
        return index;
    }

    SettlementTransaction transaction() {
        return transaction;
    }

    List<StateKey> writeKeys() {
        return writeKeys;
    }

    Read read(int read) {
        return transaction.reads().get(read);
    }

    ReadState readState(int read) {
        return reads[read];
    }

    /// Notes what is known of a read now.
    void setReadState(int read, ReadState state) {
        if (reads[read] == ReadState.OPEN) {
            readsOpen--;
        }
        if (state == ReadState.OPEN) {
            readsOpen++;
        }
        reads[read] = state;
    }

    boolean hasOpenReads() {
        return readsOpen > 0;
    }

    /// True when some read needs the state.
    boolean needsState() {
        for (ReadState state : reads) {
            if (state == ReadState.IN_STATE) {
                return true;
            }
        }
        return false;
    }

    /// Notes that an earlier transaction that commits leaves another version than this one reads.
    void kill() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    boolean addsToCounters() {
        return bounds.length > 0;
    }

    /// The addition to a counter.
    CounterAdd add(StateKey counter) {
        return transaction.adds().stream()
                .filter(add -> add.counter().equals(counter))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a counter that the transaction does not add to"));
    }

    /// Notes what is known of the bound of an addition now.
    void setBound(int add, CounterBounds.Outlook outlook) {
        bounds[add] = outlook;
    }

    /// Certainty about the bounds of all additions: one that breaks suffices, whatever becomes of the others.
    CounterBounds.Outlook bounds() {
        CounterBounds.Outlook all = CounterBounds.Outlook.HOLD;
        for (CounterBounds.Outlook bound : bounds) {
            if (bound == CounterBounds.Outlook.BREAK) {
                return bound;
            }
            if (bound == CounterBounds.Outlook.OPEN) {
                all = bound;
            }
        }
        return all;
    }

    /// Notes that the shards are asked, or are to be; false if that was noted before.
    boolean start() {
        boolean first = !started;
        started = true;
        return first;
    }

    /// Notes that every read is as it was read; only bounds are open.
    void agree() {
        agreed = true;
    }

    boolean isAgreed() {
        return agreed;
    }

    void decide(boolean committed, long sequence) {
        verdict = committed ? Verdict.COMMITTED : Verdict.ABORTED;
        decidedIn = sequence;
    }

    boolean isDecided() {
        return verdict != Verdict.NONE;
    }

    boolean isCommitted() {
        return verdict == Verdict.COMMITTED;
    }

    /// The sequence of the log record with its verdict.
    long decidedIn() {
        return decidedIn;
    }

    /// The log record that must be durable before this transaction may start.
    long startsAfter() {
        return startsAfter;
    }

    void startAfter(long sequence) {
        startsAfter = Math.max(startsAfter, sequence);
    }

    /// The version that the key has if this transaction commits.
    long versionAfter(StateKey key) {
        for (int i = writeKeys.size() - 1; i >= 0; i--) {
            if (writeKeys.get(i).equals(key)) {
                return transaction.versionAfter(transaction.writes().get(i));
            }
        }
        throw new IllegalArgumentException("a key that the transaction does not write");
    }

    void addWaiter(PendingTransaction node, int read) {
        if (waiters.isEmpty()) {
            waiters = new ArrayList<>(2);
        }
        waiters.add(new Waiter(node, read));
    }

    /// The reads that wait for this node, who are forgotten thereby.
    List<Waiter> takeWaiters() {
        List<Waiter> taken = waiters;
        waiters = List.of();
        return taken;
    }
}
