package io.florin.sandbox.check;

import io.florin.sandbox.view.SeenPayment;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The acceptance run, which is in the clear, shows its payment to the runs of hidden currencies beside it in this JVM,
/// for the page of all models.
final class SeenInClear {
    private static final CompletableFuture<SeenPayment> SEEN = new CompletableFuture<>();
    private static volatile boolean coming;

    private SeenInClear() {}

    /// The acceptance run has begun.
    static void isComing() {
        coming = true;
    }

    static void is(SeenPayment seen) {
        SEEN.complete(seen);
    }

    /// The acceptance run has ended; whoever still waits does so in vain.
    static void isOver() {
        SEEN.completeExceptionally(new IllegalStateException("the acceptance run ended without showing its payment"));
    }

    /// Waits as long as that run goes on, whose own waits are bounded.
    ///
    /// @return empty only where the acceptance run is no part of this run
    static Optional<SeenPayment> await() throws Exception {
        return coming ? Optional.of(SEEN.get()) : Optional.empty();
    }
}
