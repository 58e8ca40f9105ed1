package io.florin.ledger.status;

import java.util.List;

/// What a block did, proved by [ResultTip].
///
/// @param transactions all of the block, in order
/// @param after the tip behind the block
public record SettledBlock(Checkpoint checkpoint, List<SettledTransaction> transactions, ResultTip after) {

    public SettledBlock {
        transactions = List.copyOf(transactions);
    }

    public long number() {
        return checkpoint.number();
    }

    /// Those that are committed, in block order.
    public List<SettledTransaction> committed() {
        return transactions.stream()
                .filter(each -> each.committed().isPresent())
                .toList();
    }
}
