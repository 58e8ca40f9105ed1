package io.florin.ledger.replay;

import io.florin.ledger.Amount;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.List;

/// Transactions that differ from others in what they add.
final class CounterSamples {

    private CounterSamples() {}

    static SettlementTransaction withOtherAmount(SettlementTransaction deposit) {
        CounterAdd.Raise raise = (CounterAdd.Raise) deposit.adds().getFirst();
        return new SettlementTransaction(
                deposit.id(),
                deposit.kind(),
                deposit.namespace(),
                deposit.auditRequired(),
                deposit.configurationVersion(),
                deposit.expiryHeight(),
                deposit.reads(),
                deposit.writes(),
                List.of(new CounterAdd.Raise(raise.counter(), raise.amount().plus(Amount.of(1)), raise.max())));
    }
}
