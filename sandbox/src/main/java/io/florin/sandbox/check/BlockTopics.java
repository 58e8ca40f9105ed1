package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.config.Genesis;
import io.florin.runtime.kafka.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The parties' topics of blocks: each is one certified chain without a gap, and all are the same one. A party that was
/// ended between writing a block and remembering that it did writes it again: the same bytes under a number that came
/// before pass, other bytes do not.
final class BlockTopics {
    private final SortedMap<Long, Bytes> records = new TreeMap<>();
    private ChainTip tip;
    private int repeated;

    private BlockTopics(Genesis genesis) {
        this.tip = ChainTip.of(genesis);
    }

    /// @param topics the records of each party's topic in their order
    static CheckResult verdict(Genesis genesis, Map<Integer, List<Bytes>> topics) {
        Map<Long, Bytes32> hashes = new HashMap<>();
        Map<Integer, Long> heads = new TreeMap<>();
        int repeated = 0;
        for (Map.Entry<Integer, List<Bytes>> topic : topics.entrySet()) {
            BlockTopics chain = new BlockTopics(genesis);
            String name = Topics.blocks(topic.getKey());
            for (Bytes each : topic.getValue()) {
                Optional<Block> block = CheckContext.decoded(each);
                Optional<String> flaw = block.isEmpty() ? Optional.of("not a block") : chain.flaw(block.get(), each);
                if (flaw.isPresent()) {
                    return CheckResult.broken(name + ": " + flaw.get());
                }
                long number = block.get().header().number();
                Bytes32 hash = block.get().header().hash();
                if (!hashes.computeIfAbsent(number, _ -> hash).equals(hash)) {
                    return CheckResult.broken("two certified blocks of number " + number);
                }
            }
            if (chain.records.isEmpty()) {
                return CheckResult.broken(name + " is empty");
            }
            heads.put(topic.getKey(), chain.records.lastKey());
            repeated += chain.repeated;
        }
        if (heads.isEmpty() || heads.values().stream().distinct().count() > 1) {
            return CheckResult.broken("the parties' topics end at different blocks: " + heads);
        }
        return CheckResult.holds(heads.values().iterator().next() + " blocks, each certified by a quorum, equal at "
                + heads.size() + " parties" + (repeated == 0 ? "" : ", " + repeated + " records written twice"));
    }

    /// The highest block number in a topic; 0 where there is none.
    static long last(List<Bytes> records) {
        return records.reversed().stream()
                .flatMap(record -> CheckContext.decoded(record).stream())
                .mapToLong(block -> block.header().number())
                .findFirst()
                .orElse(0);
    }

    private Optional<String> flaw(Block block, Bytes record) {
        long number = block.header().number();
        Bytes before = records.get(number);
        if (before != null) {
            repeated++;
            return before.equals(record)
                    ? Optional.empty()
                    : Optional.of("block " + number + " comes twice, with other bytes");
        }
        Optional<BlockFlaw> flaw = tip.flaw(block);
        if (flaw.isPresent()) {
            return flaw.map(found -> "block " + number + " after block " + tip.number() + ": " + found.reason());
        }
        records.put(number, record);
        tip = tip.after(block);
        return Optional.empty();
    }
}
