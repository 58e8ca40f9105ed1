package io.florin.runtime.api;

import java.util.List;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;

/// The interface of a committer's reconciliation for auditors and the central bank, on the internal port: do endorsers
/// hold a valid client transaction for everything they endorsed?
public interface CommitterInternalApi {

    @GetExchange("/internal/v1/reconciliation")
    ReconciliationSummary reconciliation();

    /// Accusations in the order in which they were made.
    ///
    /// @param after number of the last one seen, 0 for the first page
    /// @param limit at most 100
    @GetExchange("/internal/v1/reconciliation/accusations")
    List<AccusationView> accusations(@RequestParam("after") long after, @RequestParam("limit") int limit);

    /// @param height last block of which every endorsed transaction was looked for
    /// @param checked endorsed transactions that were found to be right
    /// @param open not found so far, looked for again later
    /// @param missing endorsed, and no endorser has the client transaction
    /// @param wrong endorsed, and not what the client transaction says, or against the rules
    record ReconciliationSummary(long height, long checked, long open, long missing, long wrong) {}

    /// @param number of the accusation, from 1
    /// @param kind `MISSING`, `WRONG` or `MALFORMED`
    /// @param transactionId hex; empty where no settlement transaction could be read
    /// @param reason in fixed words
    /// @param evidence base64: the endorsed bytes with path and threshold signature, and the client transaction if
    /// found
    record AccusationView(
            long number,
            String kind,
            long block,
            long index,
            String transactionId,
            String reason,
            long atMillis,
            String evidence) {}
}
