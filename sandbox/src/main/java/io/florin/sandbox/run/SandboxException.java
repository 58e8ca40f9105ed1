package io.florin.sandbox.run;

import org.jspecify.annotations.Nullable;

/// The sandbox cannot start or go on; the message is for the person at the command line.
public final class SandboxException extends RuntimeException {
    public SandboxException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public SandboxException(String message) {
        this(message, null);
    }
}
