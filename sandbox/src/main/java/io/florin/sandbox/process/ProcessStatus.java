package io.florin.sandbox.process;

import java.util.OptionalLong;

/// Status of one process: running under a pid, dead although a pid file names it, or not started.
public record ProcessStatus(String name, State state, OptionalLong pid) {
    public enum State {
        RUNNING,
        DIED,
        STOPPED
    }
}
