package io.florin.auditor.api.adapter;

import io.florin.auditor.approval.adapter.ApprovalService;
import io.florin.auditor.supply.adapter.SupplyBook;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.List;
import org.springframework.web.bind.annotation.RestController;

/// The auditor's interface for payers and the public.
@RestController
class AuditorController implements AuditorApi {
    private static final int HISTORY_MAX = 1000;

    private final ApprovalService approvals;
    private final SupplyBook proofs;

    AuditorController(ApprovalService approvals, SupplyBook proofs) {
        this.approvals = approvals;
        this.proofs = proofs;
    }

    @Operation(
            summary = "Ask for the approval of a client transaction",
            description = "The same answer however often it is asked for.")
    @ApiResponse(responseCode = "200", description = "The auditor's signature")
    @Override
    public ApprovalAnswer approve(byte[] clientTransaction) {
        return approvals.approve(clientTransaction);
    }

    @Operation(summary = "The proof of supply at the last replayed block")
    @ApiResponse(responseCode = "200", description = "Amounts in minor units")
    @Override
    public SupplyView supply() {
        return proofs.latest();
    }

    @Operation(summary = "Proofs of supply, newest first")
    @ApiResponse(responseCode = "200", description = "At most 1000")
    @Override
    public List<SupplyView> history(int limit) {
        if (limit < 1 || limit > HISTORY_MAX) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "limit is 1 to " + HISTORY_MAX + ".");
        }
        return proofs.history(limit);
    }
}
