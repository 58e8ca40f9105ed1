package io.florin.sandbox.process;

import org.jspecify.annotations.Nullable;

/// A process does not start, answer or end; the message is for the person at the command line.
public final class ProcessException extends RuntimeException {
    public ProcessException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public ProcessException(String message) {
        this(message, null);
    }
}
