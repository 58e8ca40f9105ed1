package io.florin.auditor.protocol;

import io.florin.ledger.TransactionId;
import java.util.Optional;

/// Places at which transactions committed, by the own replay. Any thread may ask.
public interface CommittedPlaces {

    /// The block in which the transaction committed; empty if it did not.
    Optional<Long> blockOf(TransactionId id);
}
