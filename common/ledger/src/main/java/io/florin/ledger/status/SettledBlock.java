package io.florin.ledger.status;

import java.util.List;

/// Effects of a block, proved by [ResultTip].
///
/// @param signed by the committer that gave the result
/// @param transactions all of the block, in order
/// @param after the tip behind the block
public record SettledBlock(SignedCheckpoint signed, List<SettledTransaction> transactions, ResultTip after) {

    public SettledBlock {
        transactions = List.copyOf(transactions);
    }

    public Checkpoint checkpoint() {
        return signed.checkpoint();
    }

    public long number() {
        return checkpoint().number();
    }

    /// Those that are committed, in block order.
    public List<SettledTransaction> committed() {
        return transactions.stream()
                .filter(each -> each.committed().isPresent())
                .toList();
    }
}
