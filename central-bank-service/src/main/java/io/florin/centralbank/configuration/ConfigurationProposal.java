package io.florin.centralbank.configuration;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// A proposal as officers see it.
@Schema(description = "A proposed change of the configuration")
public record ConfigurationProposal(
        @Schema(description = "Id of the proposal") UUID id,

        @Schema(
                description = "`PROPOSED`: officers sign; `APPROVED`: enough have; `SUBMITTED`: on its way to the"
                        + " ledger; `IN_FORCE`, `REFUSED`, `SUPERSEDED`, `EXPIRED`: ended")
        ChangeState state,

        @Schema(description = "Version of the configuration that it would replace")
        long baseVersion,

        @Schema(description = "Version that it would become")
        long version,

        @Schema(description = "Why, in the proposer's words")
        String reason,

        @Schema(description = "Why it ended, empty before") String ending,
        @Schema(description = "Who proposed it") String proposedBy,
        @Schema(description = "When it was proposed") Instant proposedAt,

        @Schema(description = "When it is over unless it is in force by then")
        Instant expiresAt,

        @Schema(description = "What it changes; nothing else changes")
        List<Difference> differences,

        @Schema(description = "What officers should know of it before they sign")
        List<String> warnings,

        @Schema(description = "SHA-256 of what officers sign, hex; an approval names it")
        String digest,

        @Schema(description = "The whole next configuration, canonically encoded, base64")
        String configuration,

        @Schema(description = "Officers' signatures that verify")
        List<Approval> approvals,

        @Schema(description = "How many officers must sign") int approvalsRequired,

        @Schema(description = "Id of the last transaction made for it, hex, empty before the first")
        String transactionId,

        @Schema(description = "How many transactions were made for it; one of them commits at most")
        int attempts,

        @Schema(description = "Code of why endorsers do not take the transaction under way, empty otherwise")
        String refusal,

        @Schema(description = "First block under this configuration, 0 before and where it is not known")
        long inForceFrom) {

    public ConfigurationProposal {
        differences = List.copyOf(differences);
        approvals = List.copyOf(approvals);
    }

    /// A setting before and after, in words.
    @Schema(
            name = "ConfigurationDifference",
            description = "A setting before and after the change, in words; empty where there is none")
    public record Difference(
            @Schema(description = "Which setting") String setting,
            @Schema(description = "As it is") String before,
            @Schema(description = "As it would be") String after) {}

    /// An officer's signature over exactly this change.
    @Schema(name = "ConfigurationApproval")
    public record Approval(
            @Schema(description = "Number of the officer, from 1 on in the order of the configuration")
            int officer,

            @Schema(description = "As whom the officer signed in")
            String name,

            @Schema(description = "Ed25519, 64 bytes, hex") String signature,
            @Schema(description = "When") Instant at) {}
}
