package io.florin.registration.anonymous;

import io.florin.crypto.Bytes32;
import io.florin.runtime.api.EnrollmentIdsInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.RestController;

/// Tells auditors which enrollment ids were ever issued, and of nobody whose.
@RestController
class IssuedIds implements EnrollmentIdsInternalApi {
    private final JdbcClient jdbc;

    IssuedIds(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    @AllowPeers("auditor")
    public List<String> enrollmentIds(String after) {
        return jdbc.sql("select eid from credential_commitment where eid > ? order by eid limit " + IDS_MAX)
                .param(lowerBound(after))
                .query((row, _) -> Bytes32.of(row.getBytes(1)).toHex())
                .list();
    }

    private static byte[] lowerBound(String after) {
        try {
            return after.isEmpty() ? new byte[0] : Bytes32.fromHex(after).toArray();
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, "An enrollment id has 32 bytes, in hex.");
        }
    }
}
