package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.EnrollmentTable;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.api.EnrollmentIdsInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;

/// Registration's enrollment ids, read again when a point is none of those that are known. An opening reads them once
/// at most, however many of its points are unknown, and shares a reading that began after it did with other openings:
/// what is not found then was not registered when the payment was opened. Readings follow each other after a pause. Any
/// thread.
final class RegisteredIds {
    private static final Logger log = LoggerFactory.getLogger(RegisteredIds.class);
    private static final int PAGES_MAX = 1_000_000;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Optional<EnrollmentIdsInternalApi> registration;
    private final Duration pause;
    private final EnrollmentTable table = new EnrollmentTable();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition pausing = lock.newCondition();
    private final AtomicLong begun = new AtomicLong();
    private long completed;
    private long restUntilNanos = System.nanoTime();

    /// @param registration empty where its address is not configured
    RegisteredIds(Optional<EnrollmentIdsInternalApi> registration) {
        this(registration, PAUSE);
    }

    /// @param pause between two readings
    RegisteredIds(Optional<EnrollmentIdsInternalApi> registration, Duration pause) {
        this.registration = registration;
        this.pause = pause;
    }

    /// Finds the people of one opening, which begins now.
    Lookup lookup() {
        return new Lookup(begun.get());
    }

    /// For one thread.
    final class Lookup {
        /// Readings that had begun when this began.
        private final long begunBefore;

        private Lookup(long begunBefore) {
            this.begunBefore = begunBefore;
        }

        /// @throws ProblemException 503 when the point is not known and registration does not answer
        Optional<Scalar> find(G1 point) {
            Optional<Scalar> known = table.find(point);
            if (known.isPresent()) {
                return known;
            }
            readAfter(begunBefore);
            return table.find(point);
        }
    }

    private void readAfter(long begunBefore) {
        lock.lock();
        try {
            for (long left = leftNanos(); completed <= begunBefore && left > 0; left = leftNanos()) {
                pausing.awaitNanos(left);
            }
            if (completed <= begunBefore) {
                long number = begun.incrementAndGet();
                try {
                    refresh();
                } finally {
                    restUntilNanos = System.nanoTime() + pause.toNanos();
                }
                completed = number;
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            throw unusable();
        } finally {
            lock.unlock();
        }
    }

    private long leftNanos() {
        return restUntilNanos - System.nanoTime();
    }

    private void refresh() {
        EnrollmentIdsInternalApi ids = registration.orElseThrow(
                () -> new ProblemException(ProblemCode.UNAVAILABLE, "No address of registration is configured."));
        String after = "";
        try {
            for (int page = 0; page < PAGES_MAX; page++) {
                List<String> found = ids.enrollmentIds(after);
                if (found == null || found.isEmpty()) {
                    return;
                }
                String last = add(after, found);
                if (found.size() < EnrollmentIdsInternalApi.IDS_MAX) {
                    return;
                }
                if (last.equals(after)) {
                    throw unusable();
                }
                after = last;
            }
        } catch (RestClientException silent) {
            throw unusable();
        }
    }

    /// Adds the ids of a page, but for what is none: one such row must not hide all others.
    ///
    /// @return the last id
    private String add(String after, List<String> page) {
        String last = after;
        int malformed = 0;
        for (String id : page) {
            try {
                Bytes32 bytes = Bytes32.fromHex(id);
                Scalar read = Scalar.ofCanonical(bytes.toArray());
                if (bytes.toHex().compareTo(last) <= 0) {
                    throw unusable(); // pages that do not ascend never end
                }
                table.add(read);
                last = bytes.toHex();
            } catch (IllegalArgumentException none) {
                malformed++;
            }
        }
        if (malformed > 0) {
            log.error("registration gives enrollment ids that are none: count={}", malformed);
        }
        return last;
    }

    private static ProblemException unusable() {
        return new ProblemException(ProblemCode.UNAVAILABLE, "Registration does not give its enrollment ids.");
    }
}
