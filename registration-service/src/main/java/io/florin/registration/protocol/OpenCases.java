package io.florin.registration.protocol;

import java.util.Optional;

/// Cases, by the word of the members of the audit authority.
public interface OpenCases {

    /// Scope of the case, in words, if as many members have it open as it takes to open a payment.
    ///
    /// @throws io.florin.runtime.http.ProblemException 503 when too few answer to know
    Optional<String> scopeOf(String reference);
}
