package io.florin.decisions;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Part of a log that was verified while this service runs, so that a look at a subject costs the entries that were
/// added since the last look, the log's end and the subject's own, however long the log is. The first look reads all of
/// it.
///
/// | whoever changes | is found |
/// |---|---|
/// | an entry about the subject, the last entry, the head, or puts the log back to an earlier moment | by the next look |
/// | any other entry | by the next whole check ([LogWatch]), and by the first look after a start |
///
/// A look that finds something wrong reads everything again, and that reading counts. Memory: 32 bytes and the name for
/// each subject that is followed. Any thread.
public final class CheckedLog {
    private final String followed;
    private @Nullable LogReading reading;

    /// @param followed how subjects begin that can be looked at
    public CheckedLog(String followed) {
        this.followed = followed;
    }

    boolean follows(String subject) {
        return subject.startsWith(followed);
    }

    /// @param rows whose snapshot is not taken yet: what another look verified is in it
    /// @param fresh a reading from the first entry on
    synchronized CheckedEntries look(LogRows rows, Supplier<LogReading> fresh, List<String> subjects) {
        if (reading != null) {
            CheckedEntries found = reading.about(rows, subjects);
            if (found.check().intact()) {
                return found;
            }
            reading = null;
        }
        LogReading whole = fresh.get();
        CheckedEntries found = whole.about(rows, subjects);
        if (found.check().intact()) {
            reading = whole;
        }
        return found;
    }
}
