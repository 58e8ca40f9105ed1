package io.florin.runtime.decisions;

import io.florin.runtime.decisions.DecisionLog.Entry;
import java.util.List;

/// The entries about a subject, oldest first, from the rows that one check of the whole log verified.
///
/// @param entries none where the log is broken
public record CheckedEntries(LogCheck check, List<Entry> entries) {
    public CheckedEntries {
        entries = List.copyOf(entries);
    }
}
