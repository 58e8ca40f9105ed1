package io.florin.iso20022;

import java.util.List;

/// A reason code and words for people.
public record StatusText(StatusReason reason, String words) {
    static StatusText of(Violation violation) {
        return new StatusText(violation.rule().reason(), violation.toString());
    }

    /// One for each, in their order.
    public static List<StatusText> of(List<Violation> violations) {
        return violations.stream().map(StatusText::of).toList();
    }
}
