package io.florin.runtime.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// The central bank's interface for banks, on the internal port; the bank is who its certificate says.
public interface CentralBankInternalApi {

    /// Asks to withdraw tokens against reserves, or to redeem tokens into reserves. Safe to repeat with the same id.
    @PostExchange("/internal/v1/supply-requests")
    SupplyRequestView request(@RequestBody SupplyRequestOrder order);

    @GetExchange("/internal/v1/supply-requests/{id}")
    SupplyRequestView supplyRequest(@PathVariable("id") String id);

    /// Takes a request of this bank back; what was held goes back to its reserves. Safe to repeat. Refused with 409
    /// `already-decided` from the signature on that made enough.
    ///
    /// @return in the state `REFUSED`
    @PostExchange("/internal/v1/supply-requests/{id}/cancellation")
    SupplyRequestView cancelSupplyRequest(@PathVariable("id") String id);

    /// The bank's simulated reserve account.
    @GetExchange("/internal/v1/reserves")
    ReserveView reserves();

    /// @param direction `WITHDRAWAL` or `REDEMPTION`
    /// @param id 32 bytes, hex, chosen by the bank
    /// @param owner the bank's treasury key, hex
    /// @param amount minor units
    /// @param hiddenPayee where a withdrawal of a hidden currency goes; absent in redemptions and clear currencies
    record SupplyRequestOrder(
            String direction,
            String id,
            String owner,
            long amount,
            @Nullable HiddenPayee hiddenPayee) {
        public SupplyRequestOrder(String direction, String id, String owner, long amount) {
            this(direction, id, owner, amount, null);
        }
    }

    /// The treasury's address in a hidden currency. Officers sign the request and the ledger cannot tell to whom hidden
    /// tokens go, so the treasury itself says where it wants them.
    ///
    /// @param hiddenAddress enrollment id and note key (X25519), 64 bytes, hex
    /// @param signature by the owner key over [SupplyPayee#message], 64 bytes, hex
    record HiddenPayee(String hiddenAddress, String signature) {}

    /// @param state `REQUESTED`, `APPROVED`, `SUBMITTED`, `SETTLED` or `REFUSED`: by an officer, because this bank took
    /// it back, or because too few officers signed in time, as the reason says
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
