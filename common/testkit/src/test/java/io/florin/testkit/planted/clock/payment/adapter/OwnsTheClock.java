package io.florin.testkit.planted.clock.payment.adapter;

import java.time.Instant;

final class OwnsTheClock {

    private OwnsTheClock() {}

    static Instant now() {
        return Instant.now();
    }
}
