package io.florin.decisions;

import io.florin.decisions.DecisionChain.Breach;

/// Result of a check of the log.
///
/// @param entries how many entries are in order, from the first on
/// @param brokenAt the first entry that is not as it was written, 0 when all are
public record LogCheck(boolean intact, long entries, long brokenAt, String what) {

    static LogCheck intact(long entries) {
        return new LogCheck(true, entries, 0, "");
    }

    static LogCheck broken(long entries, Breach breach) {
        return new LogCheck(false, entries, breach.sequence(), breach.what());
    }
}
