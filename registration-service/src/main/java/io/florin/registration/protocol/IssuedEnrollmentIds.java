package io.florin.registration.protocol;

import io.florin.crypto.Bytes32;
import java.util.List;
import java.util.Optional;

/// Enrollment ids of anonymous credentials that were ever issued.
public interface IssuedEnrollmentIds {

    /// @param after the last id of the page before; empty for the first page
    /// @return ascending; fewer than a page on the last one
    List<Bytes32> page(Optional<Bytes32> after);
}
