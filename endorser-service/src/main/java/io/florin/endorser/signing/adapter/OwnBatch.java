package io.florin.endorser.signing.adapter;

import io.florin.crypto.ecdsa.Presignature;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.PresigningBatch.Next;
import io.florin.endorser.signing.SignedStep;
import java.util.List;

/// The maker's own side of a batch, which one thread computes and another may give up meanwhile: closing waits for the
/// step that is computed, and then erases everything that nobody claimed.
final class OwnBatch implements AutoCloseable {

    private final PresigningBatch batch;
    private final ClosingLock lock = new ClosingLock("this batch was given up");
    private List<Presignature> unclaimed = List.of();

    OwnBatch(PresigningBatch batch) {
        this.batch = batch;
    }

    /// @throws io.florin.runtime.Failure if it is closed
    SignedStep start() throws Exception {
        return lock.unlessClosed(batch::start);
    }

    /// Takes everybody's steps. Presignatures that it finishes with are kept for [#claim].
    ///
    /// @throws io.florin.runtime.Failure if it is closed
    Next take(List<SignedStep> everybody) throws Exception {
        return lock.unlessClosed(() -> {
            Next next = batch.take(everybody);
            if (next instanceof Next.Finished(List<Presignature> made)) {
                unclaimed = made;
            }
            return next;
        });
    }

    /// The presignatures made; they are the caller's from now on.
    List<Presignature> claim() {
        return lock.always(() -> {
            List<Presignature> claimed = unclaimed;
            unclaimed = List.of();
            return claimed;
        });
    }

    @Override
    public void close() {
        lock.close(() -> {
            batch.close();
            unclaimed.forEach(Presignature::close);
            unclaimed = List.of();
        });
    }
}
