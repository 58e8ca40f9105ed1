package io.florin.endorser.protocol;

import io.florin.ledger.TransactionId;
import io.florin.ledger.rules.RefusalReason;

/// This endorser's verdict on a submission.
public sealed interface Verdict {

    TransactionId id();

    record Accepted(AcceptedTransaction transaction) implements Verdict {
        @Override
        public TransactionId id() {
            return transaction.id();
        }
    }

    record Refused(TransactionId id, RefusalReason reason) implements Verdict {}

    /// It names the configuration that follows the one this endorser knows: perhaps in force by now, not for this
    /// endorser to judge before it has caught up.
    record Ahead(TransactionId id) implements Verdict {}
}
