package io.florin.bank.payments;

import java.time.Duration;
import java.time.Instant;

/// Payments and their transactions are put off by the wall clock, which may be set back.
public final class Pauses {

    /// No pause that the bank makes by itself is as long.
    public static final Duration MAX = Duration.ofMinutes(2);

    private Pauses() {}

    /// Behind it lies no time to which this clock put anything off: what stands there was put off before the clock was
    /// set back.
    public static Instant beyond(Instant now) {
        return now.plus(MAX);
    }
}
