package io.florin.auditor.protocol;

import io.florin.ledger.status.TransactionOutcome;
import java.util.List;
import java.util.Optional;

/// Results of earlier blocks, by the own replay.
public interface StoredResults {

    /// Empty when the block is not stored.
    Optional<List<TransactionOutcome>> outcomes(long block);
}
