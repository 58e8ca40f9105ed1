package io.florin.ledger.codec;

/// The one failure of every decoder: the bytes are not the canonical encoding of anything.
public final class DecodeException extends RuntimeException {
    public DecodeException(String message) {
        super(message);
    }

    public DecodeException(String message, Throwable cause) {
        super(message, cause);
    }
}
