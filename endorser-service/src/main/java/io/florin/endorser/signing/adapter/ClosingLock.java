package io.florin.endorser.signing.adapter;

import io.florin.runtime.Failure;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// One at a time works under it until it is closed: closing waits for the work that is under way, and there is none
/// afterwards.
final class ClosingLock {

    private final ReentrantLock lock = new ReentrantLock();
    private final String whenClosed;
    private boolean closed;

    /// @param whenClosed what whoever comes too late is told
    ClosingLock(String whenClosed) {
        this.whenClosed = whenClosed;
    }

    /// @throws Failure if it is closed
    <T> T unlessClosed(Callable<T> work) throws Exception {
        lock.lock();
        try {
            if (closed) {
                throw new Failure(whenClosed);
            }
            return work.call();
        } finally {
            lock.unlock();
        }
    }

    /// Work that is right afterwards, too.
    <T> T always(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /// @param last what is done then, each time that it is closed
    void close(Runnable last) {
        lock.lock();
        try {
            closed = true;
            last.run();
        } finally {
            lock.unlock();
        }
    }
}
