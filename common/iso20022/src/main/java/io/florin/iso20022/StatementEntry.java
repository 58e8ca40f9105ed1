package io.florin.iso20022;

import java.time.OffsetDateTime;
import java.util.Optional;

/// One booking on an account.
///
/// @param reference the bank's reference of the booking, at most 35 characters
/// @param minorUnits what was booked: positive for a credit, negative for a debit
/// @param ledger where the ledger has it
public record StatementEntry(
        String reference,
        long minorUnits,
        OffsetDateTime bookedAt,
        Kind kind,
        PaymentIds ids,
        Optional<Party> counterparty,
        Optional<String> remittance,
        LedgerPosition ledger) {
    /// Kind of movement; gives the bank transaction code.
    public enum Kind {
        /// A payment from or to someone.
        PAYMENT,
        /// Money of a bank account becoming digital currency.
        FUNDING,
        /// Digital currency becoming money on a bank account.
        DEFUNDING
    }

    /// A transaction of the ledger, as hexadecimal text, and the block that has it.
    public record LedgerPosition(String transactionId, long block) {
        public LedgerPosition {
            if (!transactionId.matches("[0-9a-f]{64}") || block < 0) {
                throw new IllegalArgumentException("a transaction id has 64 hexadecimal digits, a block a number");
            }
        }
    }

    public StatementEntry {
        Fitting.requireReference("reference", reference);
        if (minorUnits == 0 || minorUnits == Long.MIN_VALUE) {
            throw new IllegalArgumentException("an entry books an amount");
        }
    }

    boolean credit() {
        return minorUnits > 0;
    }
}
