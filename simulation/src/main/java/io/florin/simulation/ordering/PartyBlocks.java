package io.florin.simulation.ordering;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ordering.protocol.BlockStore;
import io.florin.ordering.protocol.ConfigurationEntries;
import io.florin.ordering.protocol.Head;
import io.florin.simulation.world.SimulatedLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A party's certified blocks on its simulated disk, with the index of bundles that the real store keeps too.
final class PartyBlocks implements BlockStore {
    private final NetworkId network;
    private final SimulatedLog<Block> log;
    private final Map<Bytes32, Long> heights = new HashMap<>();

    /// Reads what the log has.
    PartyBlocks(NetworkId network, SimulatedLog<Block> log) {
        this.network = network;
        this.log = log;
        log.records().forEach(this::index);
    }

    private void index(Block block) {
        for (Bytes entry : block.entries()) {
            heights.putIfAbsent(Bundle.digestOf(entry.toArray()), block.header().number());
        }
    }

    @Override
    public Head head() {
        return last().map(block -> Head.of(block.header())).orElseGet(() -> Head.genesis(network));
    }

    @Override
    public void append(Block block) {
        log.append(block);
        index(block);
    }

    @Override
    public Optional<Block> block(long number) {
        return number < 1 || number > log.records().size()
                ? Optional.empty()
                : Optional.of(log.records().get((int) number - 1));
    }

    @Override
    public Optional<Block> last() {
        return block(log.records().size());
    }

    @Override
    public Optional<byte[]> read(long number) {
        return block(number).map(Block::encode);
    }

    @Override
    public List<byte[]> read(long from, int countMax, long bytesMax) {
        List<byte[]> blocks = new ArrayList<>();
        for (long number = from; blocks.size() < countMax; number++) {
            Optional<byte[]> next = read(number);
            if (next.isEmpty()) {
                break;
            }
            blocks.add(next.get());
        }
        return blocks;
    }

    @Override
    public List<Long> configurationBlocks(long from, long to) {
        List<Long> numbers = new ArrayList<>();
        for (long number = from; number <= to; number++) {
            if (block(number)
                    .filter(it -> ConfigurationEntries.canChange(it.entries()))
                    .isPresent()) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    @Override
    public boolean isOrdered(Bytes32 digest, long upToHeight) {
        Long height = heights.get(digest);
        return height != null && height <= upToHeight;
    }
}
