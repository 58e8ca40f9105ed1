package io.florin.bank.protocol;

import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.runtime.api.CentralBankInternalApi.HiddenPayee;
import java.util.List;
import java.util.Optional;

/// The treasury's part in an exchange of reserves, as the currency's privacy model asks for.
public interface Treasury {

    /// Destination of a withdrawal; empty in a currency that hides nothing, whose tokens say it.
    Optional<HiddenPayee> payee(SupplyRequest withdrawal);

    /// Signs or proves an approved redemption over tokens that no other transaction spends; where it takes too many of
    /// them, makes a transaction that merges them first. Takes part in the caller's database transaction.
    ///
    /// @return empty while the money is change under way, or not spendable yet
    Optional<Made> redemption(SupplyRequest request, List<OfficerApproval> approvals);

    /// @param approvalRequest what the auditor is asked with, where it must approve
    record Made(ClientTransaction transaction, byte[] approvalRequest) {}
}
