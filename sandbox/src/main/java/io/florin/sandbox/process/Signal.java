package io.florin.sandbox.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/// Signals that Java cannot send to a process by itself. The shell says it, whose `kill` is its own and there on every
/// machine.
public enum Signal {
    STOP,
    CONT;

    private static final long SECONDS_MAX = 10;

    /// @throws ProcessException if there is no such process, or it is somebody else's
    public void sendTo(long pid) {
        try {
            Process shell = new ProcessBuilder("sh", "-c", "kill -" + name() + " " + pid)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!shell.waitFor(SECONDS_MAX, TimeUnit.SECONDS) || shell.exitValue() != 0) {
                shell.destroyForcibly();
                throw new ProcessException("process " + pid + " takes no " + name());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send " + name() + " to " + pid, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProcessException("interrupted while sending " + name() + " to " + pid, e);
        }
    }
}
