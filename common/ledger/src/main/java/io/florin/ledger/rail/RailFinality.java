package io.florin.ledger.rail;

import java.util.Arrays;
import java.util.Optional;

/// Condition under which a payment of a rail is final. Numbers are wire format.
public enum RailFinality {
    /// With the effects of 2F + 1 authorities; a payment that got stuck can be rescued.
    EFFECTS(1),
    /// With the votes of 2F + 1, one round trip less; of outputs only, and who signs two orders loses them.
    VOTES(2);

    private final int number;

    RailFinality(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    public static Optional<RailFinality> of(int number) {
        return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }
}
