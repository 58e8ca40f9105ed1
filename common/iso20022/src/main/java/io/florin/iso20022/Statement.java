package io.florin.iso20022;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/// One page of an account statement; a short statement has one. Its opening balance and its entries add up to its
/// closing balance, and that of the last page is the ledger's at the named block: one that does not add up cannot be
/// made.
public record Statement(
        String id, OffsetDateTime createdAt, Account account, Period period, Page page, List<StatementEntry> entries) {
    /// Account of the statement, its owner and its bank.
    public record Account(AccountId id, String owner, Optional<Bic> servicer, SupportedCurrency currency) {}

    /// Page of the statement, from 1. Balances between two pages are intermediate.
    public record Page(int number, boolean last) {
        public static final Page ONLY = new Page(1, true);

        public Page {
            if (number < 1 || number > 99_999) {
                throw new IllegalArgumentException("a page has a number of at most five digits");
            }
        }
    }

    /// From and to of the whole statement, the balances at both ends of the page in minor units, and the block at which
    /// the last page closes.
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

    /// A block of the ledger: its number and the hash of its header as hexadecimal text, empty where the bank does not
    /// know it any more.
    public record ClosingBlock(long number, String headerHash) {
        public ClosingBlock {
            if (number < 0 || !headerHash.matches("([0-9a-f]{64})?")) {
                throw new IllegalArgumentException("a block has a number, and a hash of 64 hexadecimal digits or none");
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
