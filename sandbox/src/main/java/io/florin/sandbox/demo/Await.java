package io.florin.sandbox.demo;

import io.florin.sandbox.run.SandboxException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
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
        whileItGetsOn(what, within, () -> 0, condition);
    }

    /// The same for much work, of which a slow machine does more each time it is asked.
    ///
    /// @param standstill how long the figure may stay as it is
    /// @param done figure of what is done so far, which grows; read after the condition
    /// @throws SandboxException when nothing got on for so long, naming what was waited for
    public static void whileItGetsOn(String what, Duration standstill, LongSupplier done, BooleanSupplier condition) {
        long since = System.nanoTime();
        long most = done.getAsLong();
        String last = "";
        while (true) {
            try {
                if (condition.getAsBoolean()) {
                    return;
                }
            } catch (RestClientException e) {
                last = " (" + e.getMessage() + ")";
            }
            long now = System.nanoTime();
            if (done.getAsLong() > most) {
                most = done.getAsLong();
                since = now;
            } else if (now - since >= standstill.toNanos()) {
                throw new SandboxException("waited " + standstill.toSeconds() + " s in vain for " + what + last);
            }
            pause(what);
        }
    }

    private static void pause(String what) {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("interrupted while waiting for " + what, e);
        }
    }
}
