package io.florin.registration.protocol;

import io.florin.runtime.decisions.Decision;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/// Why something is done: part of every act.
public record ReasonForm(
        @NotBlank @Size(max = Decision.REASON_MAX) String reason) {}
