package io.florin.decisions;

import io.florin.decisions.DecisionLog.Entry;
import java.util.List;

/// The entries about some subjects, subject by subject and oldest first, each of which a check of the log verified.
///
/// @param entries none where the log is broken
public record CheckedEntries(LogCheck check, List<Entry> entries) {
    public CheckedEntries {
        entries = List.copyOf(entries);
    }
}
