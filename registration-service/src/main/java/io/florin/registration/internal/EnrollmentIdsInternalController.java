package io.florin.registration.internal;

import io.florin.crypto.Bytes32;
import io.florin.registration.protocol.IssuedEnrollmentIds;
import io.florin.runtime.api.EnrollmentIdsInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.RestController;

/// Tells auditors which enrollment ids were ever issued, and of nobody whose.
@RestController
class EnrollmentIdsInternalController implements EnrollmentIdsInternalApi {
    private final IssuedEnrollmentIds ids;

    EnrollmentIdsInternalController(IssuedEnrollmentIds ids) {
        this.ids = ids;
    }

    @Override
    @AllowPeers("auditor")
    public List<String> enrollmentIds(String after) {
        return ids.page(parsed(after)).stream().map(Bytes32::toHex).toList();
    }

    private static Optional<Bytes32> parsed(String after) {
        try {
            return after.isEmpty() ? Optional.empty() : Optional.of(Bytes32.fromHex(after));
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, "An enrollment id has 32 bytes, in hex.");
        }
    }
}
