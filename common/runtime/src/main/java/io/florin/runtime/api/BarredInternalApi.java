package io.florin.runtime.api;

import java.util.List;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;

/// Registration's interface for the auditor of an actively audited, hidden currency, on the internal port: the
/// enrollment ids of those who may neither pay nor be paid now, since they or their banks are suspended or revoked.
///
/// The whole list is what the head's digest says, so a page that is missing, changed or of another state shows; the
/// head says up to which record of registration the list is complete, so an old one shows too.
public interface BarredInternalApi {

    /// Entries in one answer.
    int PAGE_MAX = 1_000;

    /// The list's head as of now.
    @GetExchange("/internal/v1/barred-enrollments/head")
    BarredHead head();

    /// @param after the last id of the page before, 32 bytes in hex; empty for the first page
    /// @return ascending by id, at most [#PAGE_MAX]; fewer on the last page
    @GetExchange("/internal/v1/barred-enrollments")
    List<BarredEnrollment> page(@RequestParam("after") String after);

    /// @param eid the scalar that owns tokens, 32 bytes in hex
    /// @param standing `SUSPENDED` or `REVOKED`, the worse of the enrollment's own and its bank's
    record BarredEnrollment(String eid, String standing) {}
}
