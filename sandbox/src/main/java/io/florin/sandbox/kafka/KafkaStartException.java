package io.florin.sandbox.kafka;

/// The broker could not be formatted or started.
public final class KafkaStartException extends RuntimeException {
    public KafkaStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
