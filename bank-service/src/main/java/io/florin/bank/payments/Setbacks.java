package io.florin.bank.payments;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/// Counts what could not be made since the start. Any thread.
final class Setbacks {

    private final Map<Unmade, LongAdder> ended = new EnumMap<>(Unmade.class);
    private final LongAdder proofs = new LongAdder();

    Setbacks() {
        for (Unmade reason : Unmade.values()) {
            ended.put(reason, new LongAdder());
        }
    }

    void ended(Unmade reason) {
        count(reason).increment();
    }

    void proofFailed() {
        proofs.increment();
    }

    /// Payments that ended for this reason.
    long of(Unmade reason) {
        return count(reason).sum();
    }

    /// Proofs that failed, of payments and of the tokens for them.
    long failedProofs() {
        return proofs.sum();
    }

    private LongAdder count(Unmade reason) {
        return Objects.requireNonNull(ended.get(reason));
    }
}
