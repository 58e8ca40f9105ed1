package io.florin.registration.people;

import io.florin.registration.protocol.Standings;
import io.florin.runtime.screening.Screening;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Everything an officer needs to decide about an application.
///
/// @param state `SUBMITTED`, `SCREENED`, `APPROVED` or `REFUSED`
/// @param findings codes of what the document checks found
public record EnrollmentFile(
        UUID id,
        int participant,
        String reference,
        String fullName,
        @Nullable LocalDate birthDate,
        String country,
        String documentType,
        String documentNumber,
        @Nullable LocalDate documentExpiry,
        int tier,
        boolean custodial,
        String ownerKey,
        Instant appliedAt,
        String state,
        List<String> findings,
        List<Screening.Hit> hits,
        String listVersion,
        String enrollmentId,
        String decidedBy,
        @Nullable Instant decidedAt,
        String reason,
        Standings standings) {
    public EnrollmentFile {
        findings = List.copyOf(findings);
        hits = List.copyOf(hits);
    }
}
