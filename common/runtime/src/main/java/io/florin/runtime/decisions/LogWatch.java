package io.florin.runtime.decisions;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks the log again and again and keeps what the last check found.
public final class LogWatch {
    private static final Logger log = LoggerFactory.getLogger(LogWatch.class);

    private final DecisionStore store;
    private volatile LogCheck last = LogCheck.intact(0);

    public LogWatch(DecisionStore store) {
        this.store = store;
    }

    public LogCheck checkNow() {
        LogCheck found = store.check();
        if (!found.intact() && last.intact()) {
            log.error("decision log is broken: entry={}", found.brokenAt());
        }
        last = found;
        return found;
    }

    public LogCheck last() {
        return last;
    }
}
