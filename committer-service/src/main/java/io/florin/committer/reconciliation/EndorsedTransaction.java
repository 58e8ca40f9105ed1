package io.florin.committer.reconciliation;

import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.List;

/// A transaction of a complete block that a threshold of endorsers signed, and must answer for, whatever its status.
public record EndorsedTransaction(long block, Bytes32 headerHash, OrderedTransaction ordered) {

    /// All of a block; entries without a valid endorsement are nobody's word.
    public static List<EndorsedTransaction> of(Block block, BlockStatuses statuses) {
        List<OrderedTransaction> ordered = OrderedTransaction.of(block.entries());
        List<EndorsedTransaction> endorsed = new ArrayList<>(ordered.size());
        for (OrderedTransaction transaction : ordered) {
            TransactionStatus status =
                    statuses.outcomes().get((int) transaction.index()).status();
            if (status != TransactionStatus.MALFORMED_BUNDLE && status != TransactionStatus.MALFORMED_ENDORSEMENT) {
                endorsed.add(new EndorsedTransaction(
                        block.header().number(), statuses.checkpoint().headerHash(), transaction));
            }
        }
        return endorsed;
    }

    public long index() {
        return ordered.index();
    }

    /// The endorsed transaction, where it can be read.
    public SettlementTransaction settlement() {
        return ordered.transaction().orElseThrow();
    }

    public boolean isReadable() {
        return ordered.transaction().isPresent();
    }
}
