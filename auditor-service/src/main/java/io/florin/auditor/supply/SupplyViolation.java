package io.florin.auditor.supply;

import java.util.Locale;

/// A transaction, or a count, that breaks the supply.
///
/// @param index place in the block, -1 where it is the count of the whole state
/// @param transaction id in hex, empty where it is the count
public record SupplyViolation(Rule rule, long block, long index, String transaction, String detail) {

    /// Kinds of violations. Names are part of the report and never renamed.
    public enum Rule {
        /// A transfer whose outputs are not worth its inputs.
        TRANSFER_UNBALANCED,
        /// An issue whose outputs are not worth its withdrawal record.
        ISSUE_MISMATCH,
        /// A redemption whose inputs are not worth its change and its redemption record.
        REDEEM_MISMATCH,
        /// A deposit on a rail whose inputs are not worth its change and its record, or whose record is not counted.
        DEPOSIT_MISMATCH,
        /// A withdrawal from a rail whose outputs are not worth its record, or whose record is not counted.
        WITHDRAWAL_MISMATCH,
        /// More came back from a rail than was there.
        RAIL_OVERDRAWN,
        /// A record that is none, or that replaces another.
        BAD_SUPPLY_RECORD,
        /// A spent key under which no token lay.
        SPENT_NO_TOKEN,
        /// A token of another privacy model than its namespace has.
        OTHER_MODEL,
        /// Issued is not outstanding + on rails + redeemed.
        BOOKS_DO_NOT_CLOSE,
        /// The tokens counted one by one are not worth what the blocks add up to.
        RECOUNT_DIFFERS;

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
