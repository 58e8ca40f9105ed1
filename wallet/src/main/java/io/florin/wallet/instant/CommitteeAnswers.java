package io.florin.wallet.instant;

import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import java.util.Set;

/// Answers of a committee to what is asked of all its authorities, until there are enough. Owned by one thread.
public interface CommitteeAnswers {
    /// Whether answers that may come still matter.
    boolean isUnderWay();

    /// Request to every authority now.
    RailRequest request();

    /// Authorities whose answer is not here, or may change.
    Set<Integer> missing();

    /// Takes an answer.
    ///
    /// @param authority that answers, as its connection proves
    /// @return whether another request is made now, at once
    boolean answered(int authority, RailAnswer answer);
}
