package io.florin.runtime.rail;

import java.io.IOException;

/// The other end announces a frame that is larger than any may be; nothing of it is read.
public final class FrameTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    FrameTooLargeException(long bytes) {
        super("a frame of " + bytes + " bytes");
    }
}
