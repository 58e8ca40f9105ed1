package io.florin.bank.holdings;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Pace of one endorser's notes, as the bank's blocks see it. They wait for its turns unless it is late.
///
/// | pace | after a turn in time that told all | after one in time that had more | after one that was not in time | missed by those who wait |
/// |---|---|---|---|---|
/// | `CURRENT` | `CURRENT` | `BEHIND` | `LATE` | `LATE` |
/// | `BEHIND` | `CURRENT` | `BEHIND` | `LATE` | `LATE` |
/// | `LATE` | `CURRENT` | `LATE` | `LATE` | `LATE` |
///
/// One turn runs at a time, and none for a while after a failure. Not for several threads.
final class NoteSource {

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

    private Pace pace = Pace.CURRENT;
    private Instant notBefore = Instant.EPOCH;
    private @Nullable Future<Turn> running;

    private enum Pace {
        CURRENT,
        /// Has more than the last turn took, and is waited for.
        BEHIND,
        /// Its notes are handled as late notes.
        LATE
    }

    /// Outcome of one turn with an endorser.
    ///
    /// @param more whether it had more than fits into a turn
    record Turn(int seen, boolean failed, boolean inTime, boolean more) {}

    boolean mayBegin(Instant now) {
        return running == null && !now.isBefore(notBefore);
    }

    void begun(Future<Turn> turn) {
        running = turn;
    }

    /// The turn that blocks wait for.
    Optional<Future<Turn>> awaited() {
        return pace == Pace.LATE ? Optional.empty() : Optional.ofNullable(running);
    }

    boolean isBehind() {
        return pace == Pace.BEHIND;
    }

    /// Those that waited for it do so no longer.
    void missed() {
        pace = Pace.LATE;
    }

    /// Takes over the result of a turn that has ended.
    ///
    /// @return notes seen
    /// @throws IllegalStateException when the turn broke in a way that no endorser can bring about
    int ended(Instant now) {
        Future<Turn> turn = running;
        if (turn == null || !turn.isDone()) {
            return 0;
        }
        running = null;
        if (turn.state() != Future.State.SUCCESS) {
            throw new IllegalStateException("a turn with an endorser broke", turn.exceptionNow());
        }
        Turn gave = turn.resultNow();
        if (!gave.inTime()) {
            pace = Pace.LATE;
        } else if (!gave.more()) {
            pace = Pace.CURRENT;
        } else if (pace != Pace.LATE) {
            pace = Pace.BEHIND;
        }
        if (gave.failed()) {
            notBefore = now.plus(AFTER_FAILURE);
        }
        return gave.seen();
    }
}
