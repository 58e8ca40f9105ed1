package io.florin.doubles.api;

import io.florin.runtime.api.OrderingInternalApi;

/// An ordering party that nobody should ask; tests override what it is asked.
public class UnaskedParty implements OrderingInternalApi {

    @Override
    public void submit(byte[] bundle) {
        throw new Unasked("submit");
    }

    @Override
    public byte[] block(long number) {
        throw new Unasked("block");
    }

    @Override
    public ChainHead head() {
        throw new Unasked("head");
    }
}
