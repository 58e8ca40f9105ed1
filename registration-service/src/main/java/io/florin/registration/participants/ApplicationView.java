package io.florin.registration.participants;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A bank's application as officers see it.
///
/// @param state `SUBMITTED`, `APPROVED` or `REFUSED`
/// @param conformance `NOT_RUN`, `GREEN` or `RED`
public record ApplicationView(
        UUID id,
        int participant,
        String name,
        String bic,
        String lei,
        String apiEndpoint,
        String internalEndpoint,
        String state,
        String recordedBy,
        Instant recordedAt,
        String conformance,
        String conformanceDetail,
        @Nullable Instant conformanceAt,
        String decidedBy,
        @Nullable Instant decidedAt,
        String reason) {}
