package io.florin.decisions;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tables of a log, as one snapshot of the database shows them.
interface LogRows {

    /// A page of the rows after a number, by number; empty when there are none.
    List<DecisionRow> after(long sequence);

    /// The rows about each of these subjects, oldest first, in one query.
    ///
    /// @return without the subjects that there is nothing about
    Map<String, List<DecisionRow>> about(List<String> subjects);

    Optional<DecisionHead> head();
}
