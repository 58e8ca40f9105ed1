package io.florin.simulation.rail;

import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardRecord;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.List;

/// How honest authorities, and clients where they verify, carry out what the cores decide. A planted bug changes one
/// habit; the cores stay as they are.
public interface RailHabits {
    RailHabits HONEST = new RailHabits() {};

    /// Whether records are on the disk before anything leaves.
    default boolean syncs() {
        return true;
    }

    /// What it finds in a journal after a restart.
    default List<ShardRecord> journal(List<ShardRecord> records) {
        return records;
    }

    /// How everybody verifies what the committee signed.
    default CommitteeVerifier verifier(CommitteeVerifier committee) {
        return committee;
    }

    /// A notice as the core is told of it.
    ///
    /// @param taken the number of the last one that the core has taken
    default NumberedNotice arrived(NumberedNotice notice, long taken) {
        return notice;
    }

    /// Whether a notice is acknowledged as soon as it arrives.
    default boolean acknowledgesAtOnce() {
        return false;
    }

    /// Whether a notice that is sent again leaves again.
    default boolean sendsNoticesAgain() {
        return true;
    }

    /// A deposit as the core is told of it.
    default ShardEvent.DepositSeen deposit(ShardEvent.DepositSeen deposit, long life) {
        return deposit;
    }
}
