package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.EnrollmentTable;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.api.EnrollmentIdsInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;

/// Registration's enrollment ids, read again when a point is none of those that are known.
final class RegisteredIds {
    private static final Logger log = LoggerFactory.getLogger(RegisteredIds.class);
    private static final int PAGES_MAX = 1_000_000;

    private final Optional<EnrollmentIdsInternalApi> registration;
    private final EnrollmentTable table = new EnrollmentTable();

    /// @param registration empty where its address is not configured
    RegisteredIds(Optional<EnrollmentIdsInternalApi> registration) {
        this.registration = registration;
    }

    /// @throws ProblemException 503 when the point is not known and registration does not answer
    Optional<Scalar> find(G1 point) {
        Optional<Scalar> known = table.find(point);
        if (known.isPresent()) {
            return known;
        }
        refresh();
        return table.find(point);
    }

    private synchronized void refresh() {
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
            log.error("registration gives enrollment ids that are none: count={} after={}", malformed, after);
        }
        return last;
    }

    private static ProblemException unusable() {
        return new ProblemException(ProblemCode.UNAVAILABLE, "Registration does not give its enrollment ids.");
    }
}
