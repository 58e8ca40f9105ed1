package io.florin.registration.protocol;

import io.florin.decisions.Decision;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/// Reason of an act, part of every act.
public record ReasonForm(
        @NotBlank @Size(max = Decision.REASON_MAX) String reason) {}
