package io.florin.iso20022;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/// Outcome of one payment.
///
/// @param reasons why it was rejected or is pending
/// @param reference the bank's own reference of it, at most 35 characters
/// @param acceptedAt when the bank accepted it
public record Outcome(
        PaymentStatus status,
        List<StatusText> reasons,
        Optional<String> reference,
        Optional<OffsetDateTime> acceptedAt) {
    public Outcome {
        reasons = List.copyOf(reasons);
        reference.ifPresent(text -> Fitting.requireReference("reference", text));
    }

    public static Outcome of(PaymentStatus status) {
        return new Outcome(status, List.of(), Optional.empty(), Optional.empty());
    }

    public static Outcome rejected(StatusReason reason, String words) {
        return new Outcome(
                PaymentStatus.RJCT, List.of(new StatusText(reason, words)), Optional.empty(), Optional.empty());
    }

    static Outcome rejected(RefusedLine line) {
        return new Outcome(PaymentStatus.RJCT, StatusText.of(line.violations()), Optional.empty(), Optional.empty());
    }
}
