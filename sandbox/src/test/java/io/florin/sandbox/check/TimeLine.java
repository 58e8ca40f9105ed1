package io.florin.sandbox.check;

import java.util.Locale;

/// Says how long each step of a long run took.
final class TimeLine {
    private final String run;
    private long since = System.nanoTime();

    TimeLine(String run) {
        this.run = run;
    }

    void took(String step) {
        long now = System.nanoTime();
        System.out.printf(Locale.ROOT, "%s %s: %.1f s%n", run, step, (now - since) / 1e9);
        since = now;
    }
}
