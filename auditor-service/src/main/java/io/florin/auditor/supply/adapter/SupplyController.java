package io.florin.auditor.supply.adapter;

import io.florin.auditor.supply.adapter.SupplyBook.ProofView;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/// Signed proofs of single blocks, for the public.
@RestController
class SupplyController {
    private final SupplyBook book;

    SupplyController(SupplyBook book) {
        this.book = book;
    }

    @Operation(summary = "The signed proof of supply of a block")
    @ApiResponse(responseCode = "200", description = "The figures, the signed bytes and the auditor's signature")
    @GetMapping("/v1/supply/proofs/{block}")
    ProofView proof(@PathVariable("block") long block) {
        return book.proof(block)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "There is no proof of this block."));
    }
}
