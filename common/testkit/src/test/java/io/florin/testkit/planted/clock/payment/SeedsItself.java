package io.florin.testkit.planted.clock.payment;

import java.util.Random;
import java.util.function.Supplier;

final class SeedsItself {

    private SeedsItself() {}

    static Supplier<Random> random() {
        return Random::new;
    }
}
