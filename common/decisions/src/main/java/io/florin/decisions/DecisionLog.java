package io.florin.decisions;

import java.time.Instant;
import java.util.List;

/// Log in which decisions are kept for ever.
public interface DecisionLog {

    /// Adds an entry in the caller's transaction, which holds the log's lock from then on: take it before any other
    /// lock that callers share.
    void append(Decision decision);

    /// The entries about one subject, oldest first.
    List<Entry> of(String subject);

    /// An entry as it was kept.
    ///
    /// @param listVersion of the list consulted, empty when none was
    /// @param hash of this entry and all before it
    record Entry(
            long sequence,
            Instant at,
            String actor,
            String action,
            String subject,
            String reason,
            String listVersion,
            String hash) {}
}
