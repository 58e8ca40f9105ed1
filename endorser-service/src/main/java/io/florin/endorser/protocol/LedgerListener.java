package io.florin.endorser.protocol;

import io.florin.ledger.TransactionId;
import java.util.List;

/// Told of what the status feature sees: statuses after they are durable. A height may be learned again after a crash.
public interface LedgerListener {

    void settled(List<TransactionId> ids);

    void moved(LedgerPosition position);
}
