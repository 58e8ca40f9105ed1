package io.florin.endorser.protocol;

import io.florin.ledger.TransactionId;
import java.util.List;

/// Told of what the status feature sees; after it is durable.
public interface LedgerListener {

    void settled(List<TransactionId> ids);

    void moved(LedgerPosition position);
}
