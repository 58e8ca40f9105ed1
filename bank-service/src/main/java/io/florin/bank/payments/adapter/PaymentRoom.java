package io.florin.bank.payments.adapter;

import io.florin.runtime.http.ProblemException;
import io.florin.runtime.http.TooManyRequests;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;

/// Room for the payments that programs order, so that overload is an answer and not a failure: who finds none is told
/// when to ask again, before anything is asked of the database for it. Nothing of such a request is done or remembered,
/// and what was accepted keeps its pace. For any thread.
///
/// Files, and what people enter, need no room: lines of files wait at the bank and are not counted, and people are few.
public final class PaymentRoom {

    /// Code of the refusal.
    static final String FULL = "too-many-payments";

    private static final String TITLE = "The bank has as many payments under way as it takes";

    /// One request takes so much of what is accepted at a time, and no more: large batches do not shut out others.
    private static final int SHARE = 4;

    private static final long COUNT_EVERY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Duration UNTIL_ACCEPTED = Duration.ofSeconds(1);
    private static final Duration UNTIL_FINAL = Duration.ofSeconds(5);

    private final Bounds bounds;
    private final Semaphore accepting;
    private final LongSupplier open;
    private final LongSupplier nanos;
    private final AtomicLong countAgainAt;
    private final AtomicLong known = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    /// @param open payments that came by themselves and are accepted and not final; asked once a second at most
    /// @param nanos a clock that only goes forward
    PaymentRoom(Bounds bounds, LongSupplier open, LongSupplier nanos) {
        this.bounds = bounds;
        this.accepting = new Semaphore(bounds.acceptingMax(), true);
        this.open = open;
        this.nanos = nanos;
        this.countAgainAt = new AtomicLong(nanos.getAsLong());
    }

    /// @param acceptingMax payments that are being accepted at a time
    /// @param patience how long a request waits for that
    /// @param openMax payments that are accepted and not final
    record Bounds(int acceptingMax, Duration patience, long openMax) {}

    /// Requests that found no room, since the start.
    public long refused() {
        return refused.get();
    }

    /// Does what accepts so many payments.
    ///
    /// @throws ProblemException 429 where there is no room, with how long to wait
    <T> T during(int payments, Supplier<T> acceptance) {
        requireRoom(payments);
        int places = Math.min(payments, Math.max(1, bounds.acceptingMax() / SHARE));
        if (!take(places)) {
            throw full("Many payments are being accepted.", UNTIL_ACCEPTED);
        }
        try {
            requireRoom(payments); // others were accepted while it waited
            T result = acceptance.get();
            known.addAndGet(payments);
            return result;
        } finally {
            accepting.release(places);
        }
    }

    private void requireRoom(int payments) {
        if (openPayments() + payments > bounds.openMax()) {
            throw full("Many payments are accepted and not final.", UNTIL_FINAL);
        }
    }

    private boolean take(int places) {
        try {
            return accepting.tryAcquire(places, bounds.patience().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// As counted lately, and what was ordered since.
    private long openPayments() {
        long due = countAgainAt.get();
        long now = nanos.getAsLong();
        if (now - due >= 0 && countAgainAt.compareAndSet(due, now + COUNT_EVERY_NANOS)) {
            known.set(open.getAsLong());
        }
        return known.get();
    }

    private ProblemException full(String why, Duration wait) {
        refused.incrementAndGet();
        return new ProblemException(
                HttpStatus.TOO_MANY_REQUESTS,
                FULL,
                TITLE,
                why + " Ask again in " + wait.toSeconds() + " s, with the same key.",
                Map.of(TooManyRequests.SECONDS, wait.toSeconds()));
    }
}
