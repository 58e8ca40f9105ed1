package io.florin.bank.iso20022;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/// An account statement. Opening balance and entries add up to the closing balance, which is the ledger's at the
/// named block: one that does not add up cannot be made.
public record Statement(
        String id, OffsetDateTime createdAt, Account account, Period period, List<StatementEntry> entries) {
    /// Whose account it is, at which bank.
    public record Account(AccountId id, String owner, Optional<Bic> servicer, SupportedCurrency currency) {}

    /// From and to, the balances at both ends in minor units, and the block the closing balance is taken at.
    public record Period(
            OffsetDateTime from,
            OffsetDateTime to,
            long openingMinorUnits,
            long closingMinorUnits,
            ClosingBlock closingBlock) {
        public Period {
            if (to.isBefore(from)) {
                throw new IllegalArgumentException("a period ends after it begins");
            }
        }
    }

    /// A block of the ledger: its number and the hash of its header as hexadecimal text.
    public record ClosingBlock(long number, String headerHash) {
        public ClosingBlock {
            if (number < 0 || !headerHash.matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException("a block has a number and a hash of 64 hexadecimal digits");
            }
        }
    }

    public Statement {
        Fitting.requireReference("statement identification", id);
        entries = List.copyOf(entries);
        long sum = period.openingMinorUnits();
        for (StatementEntry entry : entries) {
            sum = Math.addExact(sum, entry.minorUnits());
        }
        if (sum != period.closingMinorUnits()) {
            throw new IllegalArgumentException("opening balance and entries do not add up to the closing balance");
        }
    }
}
