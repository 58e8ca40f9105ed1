package io.florin.testkit.planted.clock.payment;

import java.util.UUID;

final class DrawsLots {

    private DrawsLots() {}

    static UUID id() {
        return UUID.randomUUID();
    }
}
