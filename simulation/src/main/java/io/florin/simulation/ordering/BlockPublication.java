package io.florin.simulation.ordering;

import io.florin.simulation.broker.SimulatedTopicWriter;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.SimulatedLog;
import java.util.Optional;
import java.util.function.LongFunction;

/// Writes a party's blocks to its topic, in order. How far it came is on its disk and may be a little behind after a
/// crash; then blocks come twice.
final class BlockPublication {
    private final SimulatedTopicWriter writer;
    private final SimulatedLog<Long> publishedLog;
    private final LongFunction<Optional<byte[]>> blocks;
    private long next;

    BlockPublication(
            PartyNode node,
            Life life,
            OrderingSurroundings around,
            SimulatedLog<Long> publishedLog,
            LongFunction<Optional<byte[]>> blocks) {
        this.writer = new SimulatedTopicWriter(node, life, around.network(), around.broker(), topic(node.party()));
        this.publishedLog = publishedLog;
        this.blocks = blocks;
        this.next =
                publishedLog.records().isEmpty() ? 1 : publishedLog.records().getLast() + 1;
    }

    static String topic(int party) {
        return "settlement.blocks." + party;
    }

    void blockStored() {
        for (Optional<byte[]> block = blocks.apply(next); block.isPresent(); block = blocks.apply(next)) {
            long number = next++;
            writer.write(block.get(), _ -> publishedLog.append(number));
        }
    }
}
