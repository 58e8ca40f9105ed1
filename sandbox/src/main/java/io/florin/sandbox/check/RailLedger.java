package io.florin.sandbox.check;

import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.settlement.RailDepositRecord;
import io.florin.ledger.settlement.RailWithdrawalRecord;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Money that went to the rail and came back, by the checks' own replay of the blocks.
///
/// @param deposits minor units by the account that is credited
/// @param withdrawn minor units
record RailLedger(Map<RailAccount, Long> deposits, long withdrawn) {

    static InstantRail rail(CheckContext context) {
        return context.ledger().replay().configuration().rails().getFirst();
    }

    static RailLedger of(CheckContext context) {
        InstantRail rail = rail(context);
        Map<RailAccount, Long> deposits = new TreeMap<>();
        long withdrawn = 0;
        for (var block : context.ledger().applied()) {
            for (SettlementTransaction transaction : block.committed()) {
                Optional<Write.Put> record = record(transaction);
                if (record.isEmpty()) {
                    continue;
                }
                if (transaction.kind() == TransactionKind.RAIL_DEPOSIT) {
                    RailDepositRecord deposit =
                            RailDepositRecord.decode(record.get().value());
                    if (deposit.rail().equals(rail.id())) {
                        deposits.merge(deposit.recipient(), deposit.amount().minorUnits(), Math::addExact);
                    }
                } else if (transaction.kind() == TransactionKind.RAIL_WITHDRAWAL) {
                    RailWithdrawalRecord withdrawal =
                            RailWithdrawalRecord.decode(record.get().value());
                    withdrawn += withdrawal.rail().equals(rail.id())
                            ? withdrawal.amount().minorUnits()
                            : 0;
                }
            }
        }
        return new RailLedger(deposits, withdrawn);
    }

    private static Optional<Write.Put> record(SettlementTransaction transaction) {
        return transaction.writes().stream()
                .filter(Write.Put.class::isInstance)
                .map(Write.Put.class::cast)
                .findFirst();
    }

    /// Minor units that were ever deposited.
    long deposited() {
        return deposits.values().stream().reduce(0L, Math::addExact);
    }

    /// Minor units that are on the rail.
    long onRail() {
        return deposited() - withdrawn;
    }
}
