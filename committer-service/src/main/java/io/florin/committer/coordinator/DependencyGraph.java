package io.florin.committer.coordinator;

import io.florin.ledger.StateKey;
import io.florin.ledger.settlement.Read;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Order in which the transactions of all pending blocks must wait for each other (protocol decision 19). Transactions
/// enter in block order and leave with their block; the window of pending blocks bounds the memory. Owned by one
/// thread.
///
/// Every key that some pending transaction writes has the list of its writers in order. A read looks at the last writer
/// before it that is not known to abort:
///
/// | that writer | the read |
/// |---|---|
/// | is undecided | is open and waits for it |
/// | commits and writes the version read | is chained: good without a look at the state (chain edge) |
/// | commits and writes another version | is dead: its transaction aborts without a look at the state (fatal edge) |
/// | does not exist | is in the state: the shard says |
///
/// This is the serial verdict: what a read finds is what the last committed writer before it left. Where a key has one
/// pending writer, as tokens have, it is decision 19 word for word; where it has several, a chain edge to one that
/// aborts does not kill a reader whose version another one wrote, as the serial oracle demands. wr and ww edges order
/// application only, and blocks and their writes are applied in order, so they never wait; they are counted.
///
/// A transaction must not start before the verdicts it depends on are durable (protocol decision 18), those of aborted
/// writers included; the graph notes for each node the log record to wait for.
///
/// Cost: two look-ups for each read and one for each written key; one small list for each key written.
final class DependencyGraph {

    /// State of knowledge of a transaction's reads.
    enum Outlook {
        /// Some read is open.
        WAITING,
        /// Some read is dead: the transaction aborts.
        DEAD,
        /// All reads are chained: the transaction commits.
        CHAINED,
        /// Some reads are in the state and all others are chained: the shards must vote.
        IN_STATE
    }

    private final Map<StateKey, List<PendingTransaction>> writersByKey = new HashMap<>();
    private final Map<StateKey, Long> abortedInByKey = new HashMap<>();
    private final ArrayDeque<Aborted> aborted = new ArrayDeque<>();
    private final long[] edges = new long[Dependency.values().length];

    /// A key whose writer was aborted by a verdict that is not durable yet.
    private record Aborted(long sequence, StateKey key) {}

    /// Adds an undecided transaction behind all others.
    Outlook insert(PendingTransaction node) {
        for (int read = 0; read < node.transaction().reads().size(); read++) {
            List<PendingTransaction> writers = writersByKey.get(node.read(read).key());
            countReadEdge(node.read(read), writers);
            resolve(node, read, writers == null ? null : writers.getLast());
        }
        addWrites(node);
        return outlook(node);
    }

    /// Adds a transaction whose verdict, commit, is known from the log.
    void insertCommitted(PendingTransaction node) {
        addWrites(node);
    }

    /// Tells the graph that a node is decided.
    ///
    /// @return undecided nodes whose outlook is not waiting any more, in the order in which they waited
    List<PendingTransaction> decided(PendingTransaction node) {
        if (!node.isCommitted()) {
            removeWrites(node);
            for (StateKey key : node.writeKeys()) {
                abortedInByKey.put(key, node.decidedIn());
                aborted.add(new Aborted(node.decidedIn(), key));
            }
        }
        List<PendingTransaction.Waiter> waiters = node.takeWaiters();
        if (waiters.isEmpty()) {
            return List.of();
        }
        List<PendingTransaction> clear = new ArrayList<>();
        for (PendingTransaction.Waiter waiter : waiters) {
            PendingTransaction waiting = waiter.node();
            if (waiting.isDecided() || waiting.isDead()) {
                continue;
            }
            resolve(
                    waiting,
                    waiter.read(),
                    lastWriterBefore(waiting, waiting.read(waiter.read()).key()));
            if (outlook(waiting) != Outlook.WAITING) {
                clear.add(waiting);
            }
        }
        return clear;
    }

    /// Tells the graph that the decision log is on disk up to this sequence.
    void durable(long sequence) {
        while (!aborted.isEmpty() && aborted.peek().sequence() <= sequence) {
            Aborted done = aborted.poll();
            abortedInByKey.remove(done.key(), done.sequence());
        }
    }

    /// Forgets a committed node, whose writes the shards have been told to apply.
    void remove(PendingTransaction node) {
        removeWrites(node);
    }

    Outlook outlook(PendingTransaction node) {
        if (node.isDead()) {
            return Outlook.DEAD;
        }
        if (node.hasOpenReads()) {
            return Outlook.WAITING;
        }
        return node.needsState() ? Outlook.IN_STATE : Outlook.CHAINED;
    }

    private void resolve(PendingTransaction node, int read, @Nullable PendingTransaction writer) {
        Read wanted = node.read(read);
        if (!abortedInByKey.isEmpty()) {
            node.startAfter(abortedInByKey.getOrDefault(wanted.key(), 0L));
        }
        if (writer == null) {
            node.setReadState(read, PendingTransaction.ReadState.IN_STATE);
        } else if (!writer.isDecided()) {
            node.setReadState(read, PendingTransaction.ReadState.OPEN);
            writer.addWaiter(node, read);
        } else {
            node.startAfter(writer.decidedIn());
            node.setReadState(read, PendingTransaction.ReadState.CHAINED);
            if (Dependency.ofRead(wanted.version(), writer.versionAfter(wanted.key())) == Dependency.FATAL) {
                node.kill();
            }
        }
    }

    private @Nullable PendingTransaction lastWriterBefore(PendingTransaction node, StateKey key) {
        List<PendingTransaction> writers = writersByKey.getOrDefault(key, List.of());
        int own = writers.indexOf(node);
        return own < 1 ? null : writers.get(own - 1);
    }

    private void addWrites(PendingTransaction node) {
        for (StateKey key : node.writeKeys()) {
            List<PendingTransaction> writers = writersByKey.computeIfAbsent(key, _ -> new ArrayList<>(1));
            if (writers.isEmpty()) {
                writers.add(node);
            } else if (writers.getLast() != node) {
                countWriteEdges(node, key, writers.getLast());
                writers.add(node);
            }
        }
    }

    private void removeWrites(PendingTransaction node) {
        for (StateKey key : node.writeKeys()) {
            List<PendingTransaction> writers = writersByKey.get(key);
            if (writers != null && writers.remove(node) && writers.isEmpty()) {
                writersByKey.remove(key);
            }
        }
    }

    private void countReadEdge(Read read, @Nullable List<PendingTransaction> writers) {
        if (writers != null) {
            long written = writers.getLast().versionAfter(read.key());
            edges[Dependency.ofRead(read.version(), written).ordinal()]++;
        }
    }

    private void countWriteEdges(PendingTransaction node, StateKey key, PendingTransaction before) {
        edges[Dependency.WRITE_AFTER_WRITE.ordinal()]++;
        if (before.transaction().reads().stream().anyMatch(read -> read.key().equals(key))) {
            edges[Dependency.WRITE_AFTER_READ.ordinal()]++;
        }
    }

    /// Edges of a kind since the start, counted to the last pending writer of each key.
    long edges(Dependency kind) {
        return edges[kind.ordinal()];
    }

    /// Keys that some pending transaction writes.
    int keys() {
        return writersByKey.size();
    }
}
