package io.florin.testkit.planted.clock.payment;

import java.time.Clock;
import java.time.Instant;
import java.util.Random;

final class IsGivenTheClock {

    private IsGivenTheClock() {}

    static Instant now(Clock clock) {
        return Instant.now(clock);
    }

    static int draw(long seed) {
        return new Random(seed).nextInt();
    }
}
