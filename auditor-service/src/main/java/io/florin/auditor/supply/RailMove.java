package io.florin.auditor.supply;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.RailDepositRecord;
import io.florin.ledger.settlement.RailWithdrawalRecord;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import java.math.BigInteger;
import java.util.Optional;

/// Money that a committed transaction moves on an instant rail, or off it, by its record.
///
/// @param rail 0 where the record cannot be read
/// @param isCounted the record is new, and the rail's counter is changed by exactly its amount, and no other counter
record RailMove(int rail, BigInteger amount, boolean isCounted) {

    private static final RailMove UNREADABLE = new RailMove(0, BigInteger.ZERO, false);

    /// @param transaction a deposit or a withdrawal
    static RailMove of(SettlementTransaction transaction) {
        for (Write write : transaction.writes()) {
            if (write instanceof Write.Put(int read, Bytes value)) {
                boolean isNew = transaction.reads().get(read).version() == Read.ABSENT;
                return record(transaction.kind(), value)
                        .map(move -> new RailMove(move.rail(), move.amount(), isNew && counts(transaction, move)))
                        .orElse(UNREADABLE);
            }
        }
        return UNREADABLE;
    }

    private static Optional<RailMove> record(TransactionKind kind, Bytes value) {
        try {
            if (kind == TransactionKind.RAIL_DEPOSIT) {
                var deposit = RailDepositRecord.decode(value);
                return Optional.of(of(deposit.rail(), deposit.amount().minorUnits()));
            }
            var withdrawal = RailWithdrawalRecord.decode(value);
            return Optional.of(of(withdrawal.rail(), withdrawal.amount().minorUnits()));
        } catch (DecodeException none) {
            return Optional.empty();
        }
    }

    private static RailMove of(RailId rail, long amount) {
        return new RailMove(rail.value(), BigInteger.valueOf(amount), false);
    }

    private static boolean counts(SettlementTransaction transaction, RailMove move) {
        NamespaceId namespace = transaction.namespace();
        StateKey counter = StateKeys.railFloat(namespace, new RailId(move.rail()));
        if (transaction.adds().size() != 1) {
            return false;
        }
        CounterAdd add = transaction.adds().getFirst();
        return add.counter().equals(counter)
                && BigInteger.valueOf(add.amount().minorUnits()).equals(move.amount());
    }
}
