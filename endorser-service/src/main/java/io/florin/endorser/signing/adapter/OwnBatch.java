package io.florin.endorser.signing.adapter;

import io.florin.crypto.ecdsa.Presignature;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.PresigningBatch.Next;
import io.florin.endorser.signing.SignedStep;
import io.florin.runtime.Failure;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;

/// The maker's own side of a batch, which one thread computes and another may give up meanwhile: closing waits for the
/// step that is computed, and then erases everything that nobody claimed.
final class OwnBatch implements AutoCloseable {

    private final PresigningBatch batch;
    private final ReentrantLock lock = new ReentrantLock();
    private List<Presignature> unclaimed = List.of();
    private boolean closed;

    OwnBatch(PresigningBatch batch) {
        this.batch = batch;
    }

    /// @throws Failure if it is closed
    SignedStep start() throws Exception {
        return unlessClosed(batch::start);
    }

    /// What it is finished with is kept for [#claim].
    ///
    /// @throws Failure if it is closed
    Next take(List<SignedStep> everybody) throws Exception {
        return unlessClosed(() -> {
            Next next = batch.take(everybody);
            if (next instanceof Next.Finished(List<Presignature> made)) {
                unclaimed = made;
            }
            return next;
        });
    }

    /// What was made; it is the caller's from now on.
    List<Presignature> claim() {
        lock.lock();
        try {
            List<Presignature> claimed = unclaimed;
            unclaimed = List.of();
            return claimed;
        } finally {
            lock.unlock();
        }
    }

    private <T> T unlessClosed(Callable<T> work) throws Exception {
        lock.lock();
        try {
            if (closed) {
                throw new Failure("this batch was given up");
            }
            return work.call();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            batch.close();
            unclaimed.forEach(Presignature::close);
            unclaimed = List.of();
        } finally {
            lock.unlock();
        }
    }
}
