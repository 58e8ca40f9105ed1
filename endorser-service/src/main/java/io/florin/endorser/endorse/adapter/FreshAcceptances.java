package io.florin.endorser.endorse.adapter;

import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.ledger.TransactionId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Transactions accepted and stored a moment ago, so that a share needs neither the database nor a second look at the
/// signatures. The oldest goes first.
final class FreshAcceptances {

    private final int sizeMax;
    private final long freshMillis;
    private final Map<TransactionId, Fresh> byId = new LinkedHashMap<>();

    private record Fresh(AcceptedTransaction transaction, long sinceMillis) {}

    FreshAcceptances(int sizeMax, long freshMillis) {
        this.sizeMax = sizeMax;
        this.freshMillis = freshMillis;
    }

    synchronized void add(Iterable<AcceptedTransaction> accepted, long nowMillis) {
        for (AcceptedTransaction transaction : accepted) {
            byId.remove(transaction.id());
            byId.put(transaction.id(), new Fresh(transaction, nowMillis));
        }
        var oldest = byId.keySet().iterator();
        while (byId.size() > sizeMax) {
            oldest.next();
            oldest.remove();
        }
    }

    synchronized Optional<AcceptedTransaction> find(TransactionId id, long nowMillis) {
        Fresh fresh = byId.get(id);
        return fresh != null && nowMillis - fresh.sinceMillis <= freshMillis
                ? Optional.of(fresh.transaction)
                : Optional.empty();
    }
}
