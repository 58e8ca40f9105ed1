package io.florin.decisions;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks the log again and again and keeps what the last check found. Any thread.
public final class LogWatch {
    private static final Logger log = LoggerFactory.getLogger(LogWatch.class);

    private final DecisionStore store;
    private volatile Optional<LogCheck> last = Optional.empty();

    public LogWatch(DecisionStore store) {
        this.store = store;
    }

    public LogCheck checkNow() {
        LogCheck found = store.check();
        if (!found.intact() && !isBroken()) {
            log.error("log of decisions is broken: entry={}", found.brokenAt());
        }
        last = Optional.of(found);
        return found;
    }

    /// Result of the last check; empty before the first one since the start, when nobody knows that the log is whole.
    public Optional<LogCheck> last() {
        return last;
    }

    /// The notice of pages about the log as it is now.
    public LogNotice notice() {
        Optional<LogCheck> found = last; // before the entries are counted: what is appended meanwhile is newer
        return LogNotice.of(found, store.newest());
    }

    /// Whether a check was made and the last one found the log whole.
    public boolean isWhole() {
        return last.filter(LogCheck::intact).isPresent();
    }

    /// Whether a check was made and the last one found the log otherwise.
    public boolean isBroken() {
        return last.filter(found -> !found.intact()).isPresent();
    }
}
