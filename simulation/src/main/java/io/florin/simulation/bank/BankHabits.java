package io.florin.simulation.bank;

import java.util.List;
import java.util.UUID;

/// Ways in which a bank carries out what the core of its payments decides; a planted bug changes one of them.
public interface BankHabits {
    BankHabits HONEST = new BankHabits() {};

    /// Whether what it commits is on the disk before anybody hears of it.
    default boolean syncs() {
        return true;
    }

    /// Entries that it finds in its database after a restart.
    default List<BankEntry> entries(List<BankEntry> entries) {
        return entries;
    }

    /// Payments that a transfer makes, of those that share it.
    default List<UUID> made(List<UUID> sharing) {
        return sharing;
    }

    /// Whether nothing made for a configuration can commit any more.
    ///
    /// @param known as it is by the blocks that the bank followed
    default boolean superseded(boolean known) {
        return known;
    }

    /// Height by which it says what has expired.
    ///
    /// @param followed last block that it has followed
    /// @param head last block that there is
    default long reached(long followed, long head) {
        return followed;
    }

    /// The height from which on a transaction that expires at a height can never commit.
    default long overAt(long expiryHeight) {
        return expiryHeight;
    }

    /// Whether it credits what a note opens.
    ///
    /// @param fresh whether the token is neither known nor spent
    default boolean credits(boolean fresh) {
        return fresh;
    }

    /// Whether notes count that come after their block.
    default boolean takesLateNotes() {
        return true;
    }
}
