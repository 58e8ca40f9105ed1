package io.florin.endorser.protocol;

import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import java.util.Optional;

/// Enrolled owners, as far as registration's records have been followed. Any thread may ask.
public interface Enrollments {

    /// False while records are missing or registration has been silent for too long: then nothing may be endorsed.
    boolean isCurrent(long nowMillis);

    Optional<EnrollmentChanged> enrollment(OwnerKey owner);

    /// The worse of the owner's and its bank's standing; empty when not enrolled.
    Optional<Standing> standing(OwnerKey owner);

    /// The epoch of anonymous credentials that began last; empty where no currency is hidden.
    default Optional<CredentialEpoch> credentialEpoch() {
        return Optional.empty();
    }
}
