package io.florin.bank.reserves;

import io.florin.bank.protocol.Treasury;
import io.florin.doubles.api.Unasked;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.runtime.api.CentralBankInternalApi.HiddenPayee;
import java.util.List;
import java.util.Optional;

/// A treasury that nobody should ask; tests override what it is asked.
class UnaskedTreasury implements Treasury {

    @Override
    public Optional<HiddenPayee> payee(SupplyRequest withdrawal) {
        throw new Unasked("payee");
    }

    @Override
    public Optional<Made> redemption(SupplyRequest request, List<OfficerApproval> approvals) {
        throw new Unasked("redemption");
    }
}
