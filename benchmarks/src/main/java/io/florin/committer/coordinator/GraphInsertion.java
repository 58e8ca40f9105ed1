package io.florin.committer.coordinator;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.ledger.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Rate at which one thread puts transactions into a dependency graph and takes them out again, a window at a time. In
/// the package of the graph because nobody else needs to see it.
public final class GraphInsertion {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /// @param insertions per second, making the node included
    /// @param passages per second, when deciding, the durable verdict and removal count too
    public record Rates(double insertions, double passages) {}

    private final PendingBlock block;
    private final List<VerifiedTransaction> window;
    private final DependencyGraph graph = new DependencyGraph();

    /// @param block any block: nodes say which one they are of
    /// @param window endorsed transactions, none of which depends on another
    public GraphInsertion(CheckedBlock block, List<VerifiedTransaction> window) {
        this.block = new PendingBlock(block, Optional.empty());
        this.window = List.copyOf(window);
    }

    /// Measures for so long after a third of it to warm up.
    public Rates measure(int seconds) {
        long span = TimeUnit.SECONDS.toNanos(seconds);
        for (long end = System.nanoTime() + span / 3; System.nanoTime() < end; ) {
            passage();
        }
        long inserting = 0;
        long windows = 0;
        long start = System.nanoTime();
        while (System.nanoTime() - start < span || windows == 0) {
            inserting += passage();
            windows++;
        }
        double transactions = (double) windows * window.size();
        return new Rates(
                transactions * NANOS_PER_SECOND / inserting,
                transactions * NANOS_PER_SECOND / (System.nanoTime() - start));
    }

    /// @return nanoseconds spent on inserting
    private long passage() {
        List<PendingTransaction> nodes = new ArrayList<>(window.size());
        long start = System.nanoTime();
        for (int index = 0; index < window.size(); index++) {
            VerifiedTransaction next = window.get(index);
            PendingTransaction node =
                    new PendingTransaction(block, index, next.transaction().orElseThrow(), next.writeKeys());
            Invariant.check(
                    graph.insert(node) == DependencyGraph.Outlook.IN_STATE, "transactions of the window are free");
            nodes.add(node);
        }
        long inserted = System.nanoTime() - start;
        for (PendingTransaction node : nodes) {
            node.decide(true, 1);
            Invariant.check(graph.decided(node).isEmpty(), "nobody waits for a free transaction");
        }
        graph.durable(1);
        nodes.forEach(graph::remove);
        Invariant.check(graph.keys() == 0, "the graph is empty again");
        return inserted;
    }
}
