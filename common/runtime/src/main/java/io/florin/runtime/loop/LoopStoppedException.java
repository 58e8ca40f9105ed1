package io.florin.runtime.loop;

import io.florin.runtime.Failure;

/// The loop that should take an event has been closed or has stopped on a bug.
public final class LoopStoppedException extends Failure {
    LoopStoppedException(String name) {
        super("loop has stopped: " + name);
    }
}
