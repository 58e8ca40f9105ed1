package io.florin.testkit.planted.clock.payment;

import java.util.function.LongSupplier;

final class PassesTheClockOn {

    private PassesTheClockOn() {}

    static LongSupplier clock() {
        return System::nanoTime;
    }
}
