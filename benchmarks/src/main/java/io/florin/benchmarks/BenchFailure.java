package io.florin.benchmarks;

import org.jspecify.annotations.Nullable;

/// A measurement that means nothing, because something was not as it must be: a wrong answer, or a part that stopped.
public final class BenchFailure extends RuntimeException {
    public BenchFailure(String message) {
        this(message, null);
    }

    public BenchFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /// @throws BenchFailure saying what does not hold
    public static void require(boolean holds, String what) {
        if (!holds) {
            throw new BenchFailure(what);
        }
    }
}
