package io.florin.instant.journal;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.DecodeException;
import java.util.Arrays;
import java.util.function.BiConsumer;

/// Kinds of items that a shard's state is written as, for its hash and its snapshots. On disk each item is kind `u8`,
/// then the fields of its kind; layouts are free to change with a migration.
public enum StateItem {
    // of both kinds of shards
    HEAD(1),
    EXECUTED(2),
    LACKING(3),
    DEAD(4),
    WINDOW_OPEN(5),
    WINDOW_CLOSED(6),
    WINDOWS_READ(7),
    OUTBOX(8),
    NOTICE(9),
    INBOX(10),
    DEPOSIT(11),
    SUSPENDED(12),
    // of accounts
    ACCOUNT(16),
    ENDED(17),
    RESCUE(18),
    CREDIT(19),
    // of outputs
    OUTPUT(32),
    VOTED(33),
    HOLDING(34),
    GATHERING(35),
    EXECUTING(36),
    /// The hash over all items before it; the last one of a snapshot.
    HASH(64);

    private final int number;

    StateItem(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /// Shows the items of one part in their order.
    ///
    /// @param taker reads exactly the fields of its kind
    /// @throws DecodeException when the bytes are no items
    public static void readAll(byte[] part, BiConsumer<StateItem, CanonicalReader> taker) {
        CanonicalReader reader = new CanonicalReader(part);
        while (reader.remaining() > 0) {
            int number = reader.u8();
            StateItem kind = Arrays.stream(values())
                    .filter(each -> each.number == number)
                    .findFirst()
                    .orElseThrow(() -> new DecodeException("no item of a state " + number));
            taker.accept(kind, reader);
        }
    }
}
