package io.florin.decisions;

import java.util.Optional;

/// The sentence that pages show above a log: what the last check found, and how many entries it has not seen. It claims
/// nothing of entries that no check has read.
///
/// | last check | entries now | says |
/// |---|---|---|
/// | none since the start | any | not checked |
/// | broken | any | broken, and where |
/// | whole | as many as were checked | every entry is as it was written |
/// | whole | none, and none were checked | nothing to check |
/// | whole | more | how many were checked, how many were not |
/// | whole | fewer | entries are gone |
///
/// @param tone how it is shown
public record LogNotice(Tone tone, String text) {

    /// Whether all is well, nothing is wrong so far, or somebody has to look.
    public enum Tone {
        GOOD,
        PLAIN,
        BAD
    }

    /// @param last what the last check found
    /// @param entries number of the newest entry now, 0 when there is none
    static LogNotice of(Optional<LogCheck> last, long entries) {
        if (last.isEmpty()) {
            return new LogNotice(Tone.BAD, "The log has not been checked since this service started.");
        }
        LogCheck check = last.get();
        long newer = entries - check.entries();
        if (!check.intact()) {
            return new LogNotice(Tone.BAD, "The log is broken: " + check.what() + ".");
        }
        if (newer < 0) {
            return new LogNotice(
                    Tone.BAD,
                    "The last check read " + check.entries() + " entries, and " + entries + " are there now.");
        }
        if (entries == 0) {
            return new LogNotice(Tone.PLAIN, "The log has no entry yet, so there was nothing to check.");
        }
        if (check.entries() == 0) {
            return new LogNotice(Tone.PLAIN, "No entry has been checked yet; the log has " + entries + ".");
        }
        if (newer > 0) {
            return new LogNotice(
                    Tone.PLAIN,
                    "Entries 1 to " + check.entries() + " are as they were written; newer ones, " + newer
                            + ", have not been checked yet.");
        }
        return new LogNotice(Tone.GOOD, "Every entry is as it was written (" + entries + " checked).");
    }
}
