package io.florin.bank.reserves;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/// An order as the API and the page show it.
@Schema(name = "SupplyOrder", description = "An order to turn reserves into digital currency or back")
public record SupplyOrderView(
        @Schema(description = "Id of the order, hex") String id,

        @Schema(
                description = "WITHDRAWAL: reserves become digital currency; REDEMPTION: the other way",
                allowableValues = {"WITHDRAWAL", "REDEMPTION"})
        String direction,

        @Schema(description = "Minor units") long amount,

        @Schema(
                description = "CREATED: recorded here; REQUESTED: the central bank has it; APPROVED by its officers;"
                        + " SUBMITTED: on its way through the ledger; SETTLED or REFUSED: final",
                allowableValues = {"CREATED", "REQUESTED", "APPROVED", "SUBMITTED", "SETTLED", "REFUSED"})
        String state,

        @Schema(description = "Why it was refused, or why its last transaction failed; empty otherwise")
        String reason,

        @Schema(description = "Transaction of the redemption under way or settled, hex; empty otherwise")
        String transactionId,

        @Schema(description = "When it was ordered") Instant createdAt,
        @Schema(description = "When its state changed last") Instant updatedAt) {}
