package io.florin.registration.protocol;

import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi.BarredEnrollment;
import java.util.List;

/// Those with an anonymous credential who may neither pay nor be paid now.
public interface BarredEnrollments {

    BarredHead head();

    /// @param after the last id of the page before, in hex; empty for the first page
    List<BarredEnrollment> page(String after);
}
