package io.florin.bank.payments;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.dao.OptimisticLockingFailureException;

/// Ends payments that have waited for too long, looking once in a while. The thread that plans and sends drives it, so
/// that nothing is sent while it is given up.
final class Patience {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Payments desk;
    private final Duration waitMax;
    private final InstantSource clock;
    private Instant next = Instant.MIN;

    Patience(Payments desk, Duration waitMax, InstantSource clock) {
        this.desk = desk;
        this.waitMax = waitMax;
        this.clock = clock;
    }

    /// @return payments ended
    int step() {
        Instant now = clock.instant();
        if (now.isBefore(next)) {
            return 0;
        }
        next = now.plus(PERIOD);
        try {
            return desk.giveUp(waitMax);
        } catch (OptimisticLockingFailureException changed) {
            return 0; // settled or planned meanwhile: what is left is looked at again
        }
    }
}
