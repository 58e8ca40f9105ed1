package io.florin.bank.holdings;

import io.florin.bank.holdings.OldBlocks.Block;
import io.florin.bank.protocol.FinalStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Blocks that were followed lately, without a gap: of the last 10,000 transactions since the start, some 15 MB, and
/// not more than 10,000 blocks. Nobody need be asked for them again. One thread uses it.
final class RecentBlocks {

    static final int TRANSACTIONS_MAX = 10_000;
    static final int BLOCKS_MAX = 10_000;

    private final Deque<Block> blocks = new ArrayDeque<>();
    private int transactions;

    /// A block that is told again, since it was not kept the first time, takes the place of what was told.
    void followed(Block block) {
        while (!blocks.isEmpty() && blocks.getLast().number() >= block.number()) {
            transactions -= blocks.removeLast().committed().size();
        }
        if (!blocks.isEmpty() && blocks.getLast().number() + 1 != block.number()) {
            blocks.clear();
            transactions = 0;
        }
        blocks.addLast(block);
        transactions += block.committed().size();
        while (blocks.size() > 1 && (blocks.size() > BLOCKS_MAX || transactions > TRANSACTIONS_MAX)) {
            transactions -= blocks.removeFirst().committed().size();
        }
    }

    /// @param statuses of the block that was followed last
    void ended(List<FinalStatus> statuses) {
        if (!blocks.isEmpty()) {
            Block last = blocks.removeLast();
            blocks.addLast(new Block(
                    last.number(),
                    last.committed(),
                    statuses.stream()
                            .filter(each -> !each.status().isCommitted())
                            .toList()));
        }
    }

    boolean has(long number) {
        return !blocks.isEmpty()
                && blocks.getFirst().number() <= number
                && number <= blocks.getLast().number();
    }

    /// @return empty where this block is not remembered
    List<Block> from(long number, int limit) {
        return has(number)
                ? blocks.stream()
                        .skip(number - blocks.getFirst().number())
                        .limit(limit)
                        .toList()
                : List.of();
    }
}
