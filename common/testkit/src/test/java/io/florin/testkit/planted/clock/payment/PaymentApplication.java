package io.florin.testkit.planted.clock.payment;

import java.time.Instant;

/// Breaks [io.florin.testkit.HouseRule#NO_CLOCK_OR_CHANCE]: somebody applies for something, and nothing is started.
final class PaymentApplication {

    Instant receivedAt() {
        return Instant.now();
    }
}
