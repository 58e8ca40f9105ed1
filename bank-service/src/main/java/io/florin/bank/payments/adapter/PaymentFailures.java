package io.florin.bank.payments.adapter;

import io.florin.bank.payments.UnbuildableReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/// Counts what could not be made since the start. Any thread.
final class PaymentFailures {

    private final Map<UnbuildableReason, LongAdder> ended = new EnumMap<>(UnbuildableReason.class);
    private final LongAdder proofs = new LongAdder();

    PaymentFailures() {
        for (UnbuildableReason reason : UnbuildableReason.values()) {
            ended.put(reason, new LongAdder());
        }
    }

    void ended(UnbuildableReason reason) {
        count(reason).increment();
    }

    void proofFailed() {
        proofs.increment();
    }

    /// Payments that ended for this reason.
    long of(UnbuildableReason reason) {
        return count(reason).sum();
    }

    /// Proofs that failed, of payments and of the tokens for them.
    long failedProofs() {
        return proofs.sum();
    }

    private LongAdder count(UnbuildableReason reason) {
        return Objects.requireNonNull(ended.get(reason));
    }
}
