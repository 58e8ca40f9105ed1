package io.florin.doubles.api;

import io.florin.runtime.api.CentralBankInternalApi;

/// A central bank that nobody should ask; tests override what it is asked.
public class UnaskedCentralBank implements CentralBankInternalApi {

    @Override
    public SupplyRequestView request(SupplyRequestOrder order) {
        throw new Unasked("request");
    }

    @Override
    public SupplyRequestView supplyRequest(String id) {
        throw new Unasked("supplyRequest");
    }

    @Override
    public SupplyRequestView cancelSupplyRequest(String id) {
        throw new Unasked("cancelSupplyRequest");
    }

    @Override
    public ReserveView reserves() {
        throw new Unasked("reserves");
    }
}
