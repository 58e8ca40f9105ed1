package io.florin.centralbank.protocol;

import java.time.Instant;
import java.util.List;

/// Where decisions are kept for ever.
public interface DecisionLog {

    /// Adds an entry in the caller's transaction.
    void append(Decision decision);

    /// The entries about one subject, oldest first.
    List<Entry> of(String subject);

    /// An entry as it was kept.
    record Entry(long sequence, Instant at, String actor, String action, String subject, String reason, String hash) {}
}
