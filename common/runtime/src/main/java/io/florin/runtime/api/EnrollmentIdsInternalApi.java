package io.florin.runtime.api;

import java.util.List;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;

/// Registration's interface for the auditor of a currency under passive audit, on the internal port: the enrollment ids
/// that were ever issued, so that it recognises those of payments that a case opens. Whose they are is not said.
public interface EnrollmentIdsInternalApi {

    /// Ids in one answer.
    int IDS_MAX = 1_000;

    /// @param after the last id of the page before, 32 bytes in hex; empty for the first page
    /// @return ids in hex, ascending, at most [#IDS_MAX]; fewer on the last page
    @GetExchange("/internal/v1/enrollment-ids")
    List<String> enrollmentIds(@RequestParam("after") String after);
}
