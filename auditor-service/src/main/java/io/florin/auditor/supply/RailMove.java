package io.florin.auditor.supply;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.RailDepositRecord;
import io.florin.ledger.settlement.RailWithdrawalRecord;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// Money that a committed transaction moves on an instant rail, or off it, by its record.
///
/// Committers know no rails: that a rail never holds more than its float limit, and gives back no more than it got, is
/// in the addition that the transaction brings along. So it must be the one that the rules make of the configuration in
/// force, bound and all; endorsers who collude could write another bound.
///
/// @param rail 0 where the record cannot be read
/// @param flaw why the record or the addition is not what the rules make; empty if they are
record RailMove(int rail, BigInteger amount, Optional<String> flaw) {

    private static final RailMove UNREADABLE = new RailMove(0, BigInteger.ZERO, Optional.of("no record can be read"));

    private record Moved(RailId rail, Amount amount) {}

    /// @param transaction a deposit or a withdrawal
    /// @param configuration in force for its block
    static RailMove of(SettlementTransaction transaction, NetworkConfiguration configuration) {
        for (Write write : transaction.writes()) {
            if (write instanceof Write.Put(int read, Bytes value)) {
                return record(transaction.kind(), value)
                        .map(moved -> new RailMove(
                                moved.rail().value(),
                                BigInteger.valueOf(moved.amount().minorUnits()),
                                flaw(transaction, read, moved, configuration)))
                        .orElse(UNREADABLE);
            }
        }
        return UNREADABLE;
    }

    private static Optional<Moved> record(TransactionKind kind, Bytes value) {
        try {
            if (kind == TransactionKind.RAIL_DEPOSIT) {
                var deposit = RailDepositRecord.decode(value);
                return Optional.of(new Moved(deposit.rail(), deposit.amount()));
            }
            var withdrawal = RailWithdrawalRecord.decode(value);
            return Optional.of(new Moved(withdrawal.rail(), withdrawal.amount()));
        } catch (DecodeException none) {
            return Optional.empty();
        }
    }

    private static Optional<String> flaw(
            SettlementTransaction transaction, int read, Moved moved, NetworkConfiguration configuration) {
        if (transaction.reads().get(read).version() != Read.ABSENT) {
            return Optional.of("the record replaces another");
        }
        Optional<InstantRail> rail =
                configuration.rail(moved.rail()).filter(each -> each.currency().equals(transaction.namespace()));
        if (rail.isEmpty()) {
            return Optional.of("the configuration has no rail " + moved.rail().value() + " of this currency");
        }
        if (moved.amount().isZero()) {
            return Optional.of("a record of nothing");
        }
        CounterAdd right = addition(transaction, moved, rail.get());
        return transaction.adds().equals(List.of(right))
                ? Optional.empty()
                : Optional.of("its additions are not one to the rail's counter of this amount within " + bound(right));
    }

    private static String bound(CounterAdd addition) {
        return switch (addition) {
            case CounterAdd.Raise(var _, var _, Amount max) -> "at most " + max.minorUnits();
            case CounterAdd.Lower(var _, var _, Amount min) -> "at least " + min.minorUnits();
        };
    }

    private static CounterAdd addition(SettlementTransaction transaction, Moved moved, InstantRail rail) {
        StateKey counter = StateKeys.railFloat(transaction.namespace(), moved.rail());
        return transaction.kind() == TransactionKind.RAIL_DEPOSIT
                ? new CounterAdd.Raise(counter, moved.amount(), rail.committee().floatLimit())
                : new CounterAdd.Lower(counter, moved.amount(), Amount.ZERO);
    }
}
