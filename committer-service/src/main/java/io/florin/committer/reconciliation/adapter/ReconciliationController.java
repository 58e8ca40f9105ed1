package io.florin.committer.reconciliation.adapter;

import io.florin.committer.reconciliation.Accusation;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.CommitterInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import java.util.Base64;
import java.util.List;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Tells auditors and the central bank what reconciliation found.
@RestController
@AllowPeers({"auditor", "central-bank"})
public class ReconciliationController implements CommitterInternalApi {

    private static final int LIMIT_MAX = 100;

    private final ReconciliationStore store;

    public ReconciliationController(ReconciliationStore store) {
        this.store = store;
    }

    @Override
    public ReconciliationSummary reconciliation() {
        return store.summary();
    }

    @Override
    public List<AccusationView> accusations(@RequestParam("after") long after, @RequestParam("limit") int limit) {
        if (after < 0 || limit < 1 || limit > LIMIT_MAX) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST, "Numbers start at 1, and one answer has 1 to " + LIMIT_MAX + ".");
        }
        return store.accusations(after, limit).stream()
                .map(found -> viewOf(found.number(), found.accusation()))
                .toList();
    }

    private static AccusationView viewOf(long number, Accusation accusation) {
        return new AccusationView(
                number,
                accusation.kind().name(),
                accusation.block(),
                accusation.index(),
                accusation.id().map(TransactionId::toHex).orElse(""),
                accusation.reason(),
                accusation.atMillis(),
                Base64.getEncoder().encodeToString(accusation.evidence().toArray()));
    }
}
