package io.florin.runtime.api;

import java.util.List;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// What banks ask of the central bank, on the internal port; the bank is who its certificate says.
public interface CentralBankInternalApi {

    /// Asks to withdraw tokens against reserves, or to redeem tokens into reserves. Safe to repeat with the same id.
    @PostExchange("/internal/v1/supply-requests")
    SupplyRequestView request(@RequestBody SupplyRequestOrder order);

    @GetExchange("/internal/v1/supply-requests/{id}")
    SupplyRequestView supplyRequest(@PathVariable("id") String id);

    /// The bank's simulated reserve account.
    @GetExchange("/internal/v1/reserves")
    ReserveView reserves();

    /// @param direction `WITHDRAWAL` or `REDEMPTION`
    /// @param id 32 bytes, hex, chosen by the bank
    /// @param owner the bank's treasury key, hex
    /// @param amount minor units
    record SupplyRequestOrder(String direction, String id, String owner, long amount) {}

    /// @param state `REQUESTED`, `APPROVED`, `SUBMITTED`, `SETTLED` or `REFUSED`
    /// @param approvals officers' signatures once there are enough, for the bank to complete a redemption
    /// @param transactionId of the last attempt to settle, empty before
    record SupplyRequestView(
            String direction,
            String id,
            int participant,
            String owner,
            long amount,
            String state,
            String reason,
            List<ApprovalView> approvals,
            String transactionId) {}

    record ApprovalView(int officer, String signature) {}

    /// @param balance minor units available
    /// @param held minor units set aside for withdrawals under way
    record ReserveView(int participant, long balance, long held) {}
}
