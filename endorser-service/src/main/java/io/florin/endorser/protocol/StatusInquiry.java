package io.florin.endorser.protocol;

import io.florin.ledger.TransactionId;
import java.util.List;
import java.util.Set;

/// Asks a committer for statuses that did not come by the topic.
@FunctionalInterface
public interface StatusInquiry {

    /// Keeps the final statuses that a committer proves.
    ///
    /// @return those of the ids without one; a committer that does not answer shows as [io.florin.runtime.Failure]
    Set<TransactionId> settle(List<TransactionId> ids);
}
