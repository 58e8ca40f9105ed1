package io.florin.registration.people;

import java.time.Instant;
import java.util.UUID;

/// An enrollment in a list.
///
/// @param state `SUBMITTED`, `SCREENED`, `APPROVED`, `REFUSED`, `SUSPENDED` or `REVOKED`
public record EnrollmentLine(
        UUID id,
        int participant,
        String reference,
        String fullName,
        int tier,
        Instant appliedAt,
        String state,
        int hits,
        int findings) {}
