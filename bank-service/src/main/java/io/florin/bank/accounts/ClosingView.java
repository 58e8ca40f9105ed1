package io.florin.bank.accounts;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A closing as the API shows it.
@Schema(name = "Closing", description = "The closing of a wallet and how far it is")
public record ClosingView(
        @Schema(description = "Number of the wallet", example = "7")
        long wallet,

        @Schema(
                description = "CLOSING until the enrollment has ended; STOPPED: the wallet is not closed",
                allowableValues = {"CLOSING", "CLOSED", "STOPPED"})
        String state,

        @Schema(description = "Why it was stopped, empty otherwise", example = "money-came")
        String reason,

        @Schema(description = "Who ordered it") String orderedBy,

        @Schema(description = "When it was ordered, ISO 8601")
        Instant orderedAt,

        @Schema(description = "When it ended, ISO 8601; null while it goes on", nullable = true) @Nullable
        Instant endedAt) {}
