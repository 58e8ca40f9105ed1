package io.florin.registration.people;

import io.florin.runtime.screening.Screening;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A task of rescreening with what is needed to decide it.
///
/// @param standing of the person now: `ACTIVE`, `SUSPENDED` or `REVOKED`
/// @param hits all likenesses of the person to the list
/// @param listVersion of the list that raised it
/// @param state `OPEN`, `SUSPENDED` or `CLEARED`
public record RescreeningView(
        UUID id,
        UUID enrollment,
        int participant,
        String fullName,
        String standing,
        List<Screening.Hit> hits,
        String listVersion,
        Instant foundAt,
        String state,
        String decidedBy,
        @Nullable Instant decidedAt,
        String reason) {
    public RescreeningView {
        hits = List.copyOf(hits);
    }
}
