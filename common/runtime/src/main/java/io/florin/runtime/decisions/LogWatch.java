package io.florin.runtime.decisions;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks the log again and again and keeps what the last check found.
public final class LogWatch {
    private static final Logger log = LoggerFactory.getLogger(LogWatch.class);

    private final DecisionStore store;
    private volatile LogCheck last = LogCheck.intact(0);
    private volatile boolean checked;

    public LogWatch(DecisionStore store) {
        this.store = store;
    }

    public LogCheck checkNow() {
        LogCheck found = store.check();
        if (!found.intact() && last.intact()) {
            log.error("decision log is broken: entry={}", found.brokenAt());
        }
        last = found;
        checked = true;
        return found;
    }

    /// What the last check found; of an intact log of no entries before the first.
    public LogCheck last() {
        return last;
    }

    /// Whether there was a check since the start: before, nobody knows that the log is whole.
    public boolean isChecked() {
        return checked;
    }

    /// Whether the last check found the log whole.
    public boolean isWhole() {
        return checked && last.intact();
    }
}
