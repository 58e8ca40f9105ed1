package io.florin.bank.payments.adapter;

import io.florin.bank.payments.Settlement;
import io.florin.ledger.TransactionId;
import java.util.UUID;

/// What the end of a transaction needs to know of it: its bytes may be many.
///
/// @param seq place in the order of making
/// @param wallet that pays
record OpenTransaction(long seq, byte[] id, UUID plan, int stage, long wallet) implements Settlement.Planned {

    @Override
    public TransactionId transactionId() {
        return TransactionId.of(id);
    }
}
