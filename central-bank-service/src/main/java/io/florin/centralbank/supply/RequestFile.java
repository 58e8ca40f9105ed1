package io.florin.centralbank.supply;

import io.florin.runtime.api.CentralBankInternalApi.ApprovalView;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;

/// A supply request as officers see it.
///
/// @param amount minor units
/// @param state of [RequestState]
/// @param approvalsRequired m of the configuration
/// @param digest SHA-256 of what an officer signs; empty once it has settled
/// @param attempts how many issues were made for it; at most one of them commits
/// @param refusal code of why the endorsers do not take the attempt under way, empty otherwise
/// @param settledBlock 0 before
@Schema(description = "A bank's request to withdraw or to redeem")
public record RequestFile(
        @Schema(
                description = "What the bank asks for",
                allowableValues = {"WITHDRAWAL", "REDEMPTION"})
        String direction,

        @Schema(description = "Id of the request, 64 hexadecimal digits")
        String id,

        @Schema(description = "Id of the bank") int participant,

        @Schema(description = "Public key of the bank's treasury, hex")
        String owner,

        @Schema(description = "Minor units") long amount,

        @Schema(
                description = "Where it is; SETTLED, REFUSED, CANCELLED (by the bank) and EXPIRED are final",
                allowableValues = {"REQUESTED", "APPROVED", "SUBMITTED", "SETTLED", "REFUSED", "CANCELLED", "EXPIRED"})
        String state,

        @Schema(description = "Why it was refused or ended, empty otherwise")
        String reason,

        @Schema(description = "Officers' signatures") List<Approval> approvals,
        @Schema(description = "How many officers must sign") int approvalsRequired,

        @Schema(description = "Digest of what an officer signs, which an approval names; empty once it has settled")
        String digest,

        @Schema(description = "Id of the last issue made for it, hex, empty before the first")
        String transactionId,

        @Schema(description = "How many issues were made for it; one of them commits at most")
        int attempts,

        @Schema(description = "Code of why endorsers do not take the attempt under way, empty otherwise")
        String refusal,

        @Schema(description = "When the bank asked") Instant createdAt,

        @Schema(description = "When it expires unless enough officers have signed")
        Instant expiresAt,

        @Schema(description = "Block in which it settled, 0 before")
        long settledBlock) {
    public RequestFile {
        approvals = List.copyOf(approvals);
    }

    /// @param officer number of the officer, from 1 on in the order of the configuration
    /// @param name as whom the officer signed in
    /// @param signature 64 bytes, hex
    @Schema(description = "An officer's signature over the request")
    public record Approval(
            @Schema(description = "Number of the officer, from 1 on in the order of the configuration")
            int officer,

            @Schema(description = "As whom the officer signed in")
            String name,

            @Schema(description = "Ed25519, 64 bytes, hex") String signature,
            @Schema(description = "When") Instant at) {

        /// The officer's place in the configuration, from 0 on.
        int index() {
            return officer - 1;
        }
    }

    /// The request as the bank is told of it: the signatures of a redemption, once there are enough, since the bank
    /// completes it. Those of a withdrawal stay here.
    SupplyRequestView bankView() {
        boolean complete = direction.equals("REDEMPTION") && (state.equals("APPROVED") || state.equals("SETTLED"));
        List<ApprovalView> signatures = complete
                ? approvals.stream()
                        .map(approval -> new ApprovalView(approval.index(), approval.signature()))
                        .toList()
                : List.of();
        return new SupplyRequestView(
                direction,
                id,
                participant,
                owner,
                amount,
                RequestState.valueOf(state).forBank(),
                reason,
                signatures,
                transactionId);
    }
}
