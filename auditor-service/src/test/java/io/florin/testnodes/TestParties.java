package io.florin.testnodes;

import io.florin.doubles.node.NetworkDirectory;
import io.florin.ledger.fixture.TestNetwork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A network's material and two of its ordering parties, for several tests one after the other.
public final class TestParties implements AutoCloseable {
    private final Path directory;
    private final long seed;
    private final List<OrderingNode> nodes;

    public TestParties(Path directory, long seed) throws IOException {
        this.directory = NetworkDirectory.of(new TestNetwork(seed), directory);
        this.seed = seed;
        this.nodes = List.of(OrderingNode.start(directory, 1), OrderingNode.start(directory, 2));
    }

    public OrderingNode party(int party) {
        return nodes.get(party - 1);
    }

    Path directory() {
        return directory;
    }

    long seed() {
        return seed;
    }

    /// No party has any block.
    void forget() {
        nodes.forEach(OrderingNode::forget);
    }

    @Override
    public void close() {
        nodes.forEach(OrderingNode::close);
    }
}
