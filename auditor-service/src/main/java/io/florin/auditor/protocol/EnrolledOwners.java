package io.florin.auditor.protocol;

import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import java.util.Optional;
import java.util.Set;

/// Enrolled owners, by registration's records. Any thread may ask.
public interface EnrolledOwners {

    /// True when no record is missing and registration was heard of within the limit.
    boolean isCurrent();

    Optional<EnrollmentChanged> enrollment(OwnerKey owner);

    /// The worse of the owner's and its bank's standing; empty when not enrolled.
    Optional<Standing> standing(OwnerKey owner);

    /// The epochs of anonymous credentials that are taken now.
    default Set<Long> credentialEpochs() {
        return Set.of();
    }

    long lastSequence();
}
