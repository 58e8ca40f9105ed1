package io.florin.instant.inbox;

import io.florin.ledger.Invariant;

/// Up to where a shard has taken another one's notices: each once, in their order. Owned by the receiver's thread.
public final class Inbox {

    private long taken;

    /// Treatment of an arrival.
    public enum Arrival {
        /// The next one: take it, and acknowledge it when it is on the disk.
        NEXT,
        /// Taken before: acknowledge again, the sender has not heard.
        REPEATED,
        /// Something before it is missing and will be sent again.
        TOO_EARLY
    }

    public Arrival arrival(long sequence) {
        if (sequence <= taken) {
            return Arrival.REPEATED;
        }
        return sequence == taken + 1 ? Arrival.NEXT : Arrival.TOO_EARLY;
    }

    public void take(long sequence) {
        Invariant.check(arrival(sequence) == Arrival.NEXT, "a notice is taken once, in its order");
        taken = sequence;
    }

    /// Takes it up where a snapshot left it.
    public void restore(long upTo) {
        taken = upTo;
    }

    /// The number of the last one taken, 0 before the first.
    public long taken() {
        return taken;
    }
}
