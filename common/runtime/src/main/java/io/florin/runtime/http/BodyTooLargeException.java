package io.florin.runtime.http;

import java.io.IOException;

/// More bytes arrive than the service takes; answered with 413.
public final class BodyTooLargeException extends IOException {
    private final long bytesMax;

    BodyTooLargeException(long bytesMax) {
        super("the body is longer than " + bytesMax + " bytes");
        this.bytesMax = bytesMax;
    }

    public long bytesMax() {
        return bytesMax;
    }
}
