package io.florin.bank.protocol;

import io.florin.ledger.TransactionId;
import io.florin.ledger.status.TransactionStatus;

/// Hears of final statuses in block order, in the database transaction that applies the block.
public interface FinalStatusListener {

    void onFinal(TransactionId transaction, TransactionStatus status, long block);

    /// All transactions of the block were told; whatever expired at or before it and was not told can never commit.
    void onBlock(long block);
}
