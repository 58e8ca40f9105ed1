package io.florin.sandbox.postgres;

import org.jspecify.annotations.Nullable;

/// The server could not be created, started, stopped or prepared; the message ends with what PostgreSQL said.
public final class PostgresException extends RuntimeException {
    public PostgresException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public PostgresException(String message) {
        this(message, null);
    }
}
