package io.florin.centralbank.supply;

import io.florin.runtime.api.CentralBankInternalApi.ApprovalView;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import java.time.Instant;
import java.util.List;

/// A supply request as officers see it.
///
/// @param amount minor units
/// @param state `REQUESTED`, `APPROVED`, `SUBMITTED`, `SETTLED` or `REFUSED`
/// @param approvalsRequired m of the configuration
/// @param attempts how many issues were made for it; at most one of them commits
/// @param refusal code of why the endorsers do not take the attempt under way, empty otherwise
/// @param settledBlock 0 before
public record RequestFile(
        String direction,
        String id,
        int participant,
        String owner,
        long amount,
        String state,
        String reason,
        List<Approval> approvals,
        int approvalsRequired,
        String transactionId,
        int attempts,
        String refusal,
        Instant createdAt,
        long settledBlock) {
    public RequestFile {
        approvals = List.copyOf(approvals);
    }

    /// @param officer index in the configuration
    /// @param name as whom the officer signed in
    /// @param signature 64 bytes, hex
    public record Approval(int officer, String name, String signature, Instant at) {}

    /// What the bank is told: the signatures of a redemption, once there are enough, since the bank completes it. Those
    /// of a withdrawal stay here.
    SupplyRequestView bankView() {
        boolean complete = direction.equals("REDEMPTION") && (state.equals("APPROVED") || state.equals("SETTLED"));
        List<ApprovalView> signatures = complete
                ? approvals.stream()
                        .map(approval -> new ApprovalView(approval.officer(), approval.signature()))
                        .toList()
                : List.of();
        return new SupplyRequestView(
                direction, id, participant, owner, amount, state, reason, signatures, transactionId);
    }
}
