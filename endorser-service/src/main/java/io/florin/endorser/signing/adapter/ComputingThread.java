package io.florin.endorser.signing.adapter;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// One thread that computes, and a bounded queue before it. Closing it cancels what waits in the queue: whoever waits
/// for an answer that no thread will compute would wait until its own patience ends, and a peer behind it too.
final class ComputingThread extends ThreadPoolExecutor {

    /// @param waitingMax what comes when so much waits is rejected
    ComputingThread(String name, int waitingMax) {
        super(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(waitingMax),
                Thread.ofPlatform().name(name).daemon(true).factory());
    }

    @Override
    public List<Runnable> shutdownNow() {
        List<Runnable> waiting = super.shutdownNow();
        for (Runnable each : waiting) {
            if (each instanceof Future<?> asked) {
                asked.cancel(false);
            }
        }
        return waiting;
    }
}
