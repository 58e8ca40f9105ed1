package io.florin.bank.holdings;

import io.florin.crypto.Bytes;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.SettledTransaction;
import java.util.List;

/// A committed transaction.
///
/// @param index place in its block
record Committed(long index, SettlementTransaction transaction) {

    /// Those of the transactions that are committed, in their order.
    static List<Committed> of(List<SettledTransaction> settled) {
        return settled.stream()
                .flatMap(each -> each.committed().map(found -> new Committed(each.index(), found)).stream())
                .toList();
    }

    Bytes id() {
        return Bytes.of(transaction.id().value().toArray());
    }

    boolean isTransfer() {
        return transaction.kind() == TransactionKind.TRANSFER;
    }

    /// State keys that spending its inputs wrote.
    List<Bytes> spent() {
        return transaction.spentKeys().stream()
                .map(key -> Bytes.of(key.value().toArray()))
                .toList();
    }
}
