package io.florin.runtime.decisions;

import java.util.List;
import java.util.Optional;

/// The tables of a log, as one snapshot of the database shows them.
interface LogRows {

    /// A page of the rows after a number, by number; empty when there are none.
    List<DecisionRow> after(long sequence);

    /// The rows about a subject, oldest first.
    List<DecisionRow> about(String subject);

    Optional<DecisionHead> head();
}
