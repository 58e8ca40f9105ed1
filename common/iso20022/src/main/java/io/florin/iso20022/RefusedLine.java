package io.florin.iso20022;

import java.util.List;

/// One payment of a file that is not made, and why; the first violation gives the reason code.
public record RefusedLine(int number, Place place, PaymentIds ids, List<Violation> violations) {
    public RefusedLine {
        violations = List.copyOf(violations);
        if (violations.isEmpty()) {
            throw new IllegalArgumentException("a line is refused for a reason");
        }
    }

    public StatusReason reason() {
        return violations.getFirst().rule().reason();
    }
}
