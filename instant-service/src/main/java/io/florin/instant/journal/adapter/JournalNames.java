package io.florin.instant.journal.adapter;

import io.florin.runtime.Failure;
import java.util.SortedSet;
import java.util.TreeSet;

/// The files of a journal, by the height that they start from: `journal-<height>` has the records after it,
/// `snapshot-<height>` their sum up to it. What ends in `.new` was never finished.
///
/// @param segments heights
/// @param snapshots heights
record JournalNames(SortedSet<Long> segments, SortedSet<Long> snapshots) {
    static final String UNFINISHED = ".new";

    private static final String SEGMENT = "journal-";
    private static final String SNAPSHOT = "snapshot-";

    /// @throws Failure if there is a file that is none of a journal's: somebody else's directory
    static JournalNames of(SortedSet<String> names) {
        SortedSet<Long> segments = new TreeSet<>();
        SortedSet<Long> snapshots = new TreeSet<>();
        for (String name : names) {
            if (name.endsWith(UNFINISHED)) {
                continue;
            }
            if (name.startsWith(SEGMENT)) {
                segments.add(height(name, SEGMENT));
            } else {
                snapshots.add(height(name, SNAPSHOT));
            }
        }
        return new JournalNames(segments, snapshots);
    }

    private static long height(String name, String prefix) {
        if (name.matches(prefix + "[0-9]{19}")) {
            return Long.parseLong(name.substring(prefix.length()));
        }
        throw new Failure("not a file of a journal: " + name);
    }

    static String segment(long height) {
        return SEGMENT + "%019d".formatted(height);
    }

    static String snapshot(long height) {
        return SNAPSHOT + "%019d".formatted(height);
    }
}
