package io.florin.doubles.api;

import io.florin.runtime.api.AuditorApi;
import java.util.List;

/// An auditor that nobody should ask; tests override what it is asked.
public class UnaskedAuditor implements AuditorApi {

    @Override
    public ApprovalAnswer approve(byte[] clientTransaction) {
        throw new Unasked("approve");
    }

    @Override
    public SupplyView supply() {
        throw new Unasked("supply");
    }

    @Override
    public List<SupplyView> history(int limit) {
        throw new Unasked("history");
    }
}
