package io.florin.simulation.rail;

import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardRecord;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.List;

/// Habits of honest authorities, and of clients where they verify, in carrying out the cores' decisions. A planted bug
/// changes one habit; the cores stay as they are.
public interface RailHabits {
    RailHabits HONEST = new RailHabits() {};

    /// Whether records are on the disk before anything leaves.
    ///
    /// @param unsynced those written since the last sync
    default boolean syncs(List<ShardRecord> unsynced) {
        return true;
    }

    /// Records that it finds in a journal after a restart.
    default List<ShardRecord> journal(List<ShardRecord> records) {
        return records;
    }

    /// Verifier by which everybody checks the committee's signatures.
    default CommitteeVerifier verifier(CommitteeVerifier committee) {
        return committee;
    }

    /// A notice as the core is told of it.
    ///
    /// @param taken the number of the last one that the core has taken
    default NumberedNotice<Notice> arrived(NumberedNotice<Notice> notice, long taken) {
        return notice;
    }

    /// Whether a notice counts as told that the core never hears of.
    default boolean loses(Notice notice) {
        return false;
    }

    /// Whether a notice is acknowledged as soon as it arrives.
    default boolean acknowledgesAtOnce() {
        return false;
    }

    /// Whether a notice that is sent again leaves again.
    default boolean sendsNoticesAgain() {
        return true;
    }

    /// Whether a core is told of what the ledger says of a rescue.
    default boolean hears(ShardEvent.OutcomeCommitted outcome, AccountShard core) {
        return true;
    }

    /// Whether the ledger takes one outcome of a rescue; else a later one takes its place.
    default boolean keepsTheFirstOutcome() {
        return true;
    }

    /// A deposit as the core is told of it.
    default ShardEvent.DepositSeen deposit(ShardEvent.DepositSeen deposit, long life) {
        return deposit;
    }
}
