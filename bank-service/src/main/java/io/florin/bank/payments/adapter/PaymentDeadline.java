package io.florin.bank.payments.adapter;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.OptimisticLockingFailureException;

/// Ends payments that have waited for too long, looking once in a while, and not before the bank has been up for long
/// enough to make them. The thread that plans and sends drives it, so that nothing is sent while it is given up.
final class PaymentDeadline {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final ToIntFunction<Duration> expiry;
    private final Duration waitMax;
    private final InstantSource clock;
    private final Duration waitAfterStart;
    private @Nullable Instant next;

    /// @param expiry ends what has waited for so long, and tells how many
    /// @param waitAfterStart from the first step on
    PaymentDeadline(ToIntFunction<Duration> expiry, Duration waitMax, Duration waitAfterStart, InstantSource clock) {
        this.expiry = expiry;
        this.waitMax = waitMax;
        this.waitAfterStart = waitAfterStart;
        this.clock = clock;
    }

    /// @return payments ended
    int step() {
        Instant now = clock.instant();
        if (next == null) {
            next = now.plus(waitAfterStart);
        }
        if (now.isBefore(next)) {
            return 0;
        }
        next = now.plus(PERIOD);
        try {
            return expiry.applyAsInt(waitMax);
        } catch (OptimisticLockingFailureException changed) {
            return 0; // settled or planned meanwhile: what is left is looked at again
        }
    }
}
