package io.florin.bank.payments.adapter;

import io.florin.bank.payments.Settlement;
import io.florin.ledger.TransactionId;
import java.util.UUID;

/// Facts of a transaction that its end needs, without its bytes, which may be many.
///
/// @param seq place in the order of making
/// @param wallet that pays
record OpenTransaction(long seq, byte[] id, UUID plan, int stage, long wallet) implements Settlement.Planned {

    @Override
    public TransactionId transactionId() {
        return TransactionId.of(id);
    }
}
