package io.florin.registration.protocol;

import java.util.Optional;

/// What members of the audit authority say of a case.
public interface OpenCases {

    /// What the case covers, in words, if so many members have it open as can open a payment.
    ///
    /// @throws io.florin.runtime.http.ProblemException 503 when too few answer to know
    Optional<String> scopeOf(String reference);
}
