package io.florin.bank.screening;

import io.florin.bank.screening.HeldCredit.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/// Counts all states at once and not more often than every few seconds.
final class HeldCounts {

    private static final Duration FRESH_FOR = Duration.ofSeconds(5);

    private final HeldCredits credits;
    private final InstantSource clock;
    private Map<State, Long> counts = Map.of();
    private Instant until = Instant.EPOCH;

    HeldCounts(HeldCredits credits, InstantSource clock) {
        this.credits = credits;
        this.clock = clock;
    }

    synchronized long of(State state) {
        Instant now = clock.instant();
        if (!until.isAfter(now)) {
            counts = credits.counts();
            until = now.plus(FRESH_FOR);
        }
        return counts.getOrDefault(state, 0L);
    }
}
