package io.florin.auditor.api.adapter;

import io.florin.auditor.protocol.Approvals;
import io.florin.auditor.protocol.SupplyProofs;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.List;
import org.springframework.web.bind.annotation.RestController;

/// What payers and the public ask of the auditor.
@RestController
class AuditorController implements AuditorApi {
    private static final int HISTORY_MAX = 1000;

    private final Approvals approvals;
    private final SupplyProofs proofs;

    AuditorController(Approvals approvals, SupplyProofs proofs) {
        this.approvals = approvals;
        this.proofs = proofs;
    }

    @Override
    public ApprovalAnswer approve(byte[] clientTransaction) {
        return approvals.approve(clientTransaction);
    }

    @Override
    public SupplyView supply() {
        return proofs.latest();
    }

    @Override
    public List<SupplyView> history(int limit) {
        if (limit < 1 || limit > HISTORY_MAX) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "limit is 1 to " + HISTORY_MAX + ".");
        }
        return proofs.history(limit);
    }
}
