package io.florin.runtime.service;

import io.florin.runtime.Failure;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// Guards what must not be used after it was closed, such as a database in native memory, where that ends the whole
/// process and not only the thread. Users go in and out, any number at a time; closing waits for those inside, and
/// whoever comes later gets a failure.
public final class Gate {

    /// Holds the gate open for one user until it is closed.
    @FunctionalInterface
    public interface Pass extends AutoCloseable {
        @Override
        void close();
    }

    private final String what;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Pass pass = () -> lock.readLock().unlock();
    private boolean closed;

    /// @param what is behind the gate, for the failure's text
    public Gate(String what) {
        this.what = what;
    }

    /// @throws Failure when the gate is closed
    public Pass enter() {
        lock.readLock().lock();
        if (closed) {
            lock.readLock().unlock();
            throw new Failure(what + " is closed");
        }
        return pass;
    }

    /// Waits until nobody is inside; nobody comes in any more.
    ///
    /// @return false when it was closed before
    public boolean close() {
        lock.writeLock().lock();
        try {
            boolean first = !closed;
            closed = true;
            return first;
        } finally {
            lock.writeLock().unlock();
        }
    }
}
