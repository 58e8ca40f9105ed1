package io.florin.testkit.planted.clock.payment;

import java.time.Instant;

final class AsksTheClock {

    private AsksTheClock() {}

    static Instant now() {
        return Instant.now();
    }
}
