package io.florin.sandbox.demo;

import io.florin.sandbox.run.SandboxException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.springframework.web.client.RestClientException;

/// Waiting with a bound.
public final class Await {
    /// A bound on waits for what must come, however slow the machine: three minutes of wall time.
    public static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Duration PAUSE = Duration.ofMillis(100);

    private Await() {}

    /// Asks until it is so; an interface that does not answer yet counts as not yet.
    ///
    /// @throws SandboxException when it is not so in time, naming what was waited for
    public static void until(String what, Duration within, BooleanSupplier condition) {
        long deadline = System.nanoTime() + within.toNanos();
        String last = "";
        while (System.nanoTime() < deadline) {
            try {
                if (condition.getAsBoolean()) {
                    return;
                }
            } catch (RestClientException e) {
                last = " (" + e.getMessage() + ")";
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SandboxException("interrupted while waiting for " + what, e);
            }
        }
        throw new SandboxException("waited " + within.toSeconds() + " s in vain for " + what + last);
    }
}
