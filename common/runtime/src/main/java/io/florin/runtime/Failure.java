package io.florin.runtime;

/// The world broke: a disk, a broker, a database or a peer does not answer. Not a refusal and not a bug: adapters retry
/// it with a bound, and the HTTP edge answers 503.
public class Failure extends RuntimeException {
    public Failure(String message) {
        super(message);
    }

    public Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
