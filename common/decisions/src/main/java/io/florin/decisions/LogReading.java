package io.florin.decisions;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.decisions.DecisionChain.Breach;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads a log from its first entry to its signed head, and later on from where it stopped. What it found to be broken
/// is not to be read on. One thread at a time.
final class LogReading {
    private final DecisionHash hashes;
    private final Bytes32 nodeKey;
    private final LogEnd remembered;
    private final Predicate<String> followed;
    private final DecisionChain chain;
    private final Map<String, Bytes32> digests = new HashMap<>();

    /// @param followed subjects whose entries it can tell from others later: 32 bytes are kept of each
    LogReading(DecisionHash hashes, Bytes32 nodeKey, LogEnd remembered, Predicate<String> followed) {
        this.hashes = hashes;
        this.nodeKey = nodeKey;
        this.remembered = remembered;
        this.followed = followed;
        this.chain = new DecisionChain(hashes);
    }

    /// Checks what was appended since the last time, that the last entry of then is still there, and the head.
    LogCheck goOn(LogRows rows) {
        try {
            return through(rows);
        } catch (UnreadableRow e) {
            return LogCheck.broken(chain.checkedThrough(), e.breach());
        }
    }

    private LogCheck through(LogRows rows) {
        LogEnd.Entry end = remembered.last(); // before the snapshot is taken, which has all that is remembered now
        long before = chain.checkedThrough();
        List<DecisionRow> page = rows.after(Math.max(before - 1, 0));
        if (before > 0) {
            boolean there = !page.isEmpty() && chain.isLast(page.getFirst());
            boolean asRemembered = before != end.sequence() || chain.lastHash().equals(end.hash());
            if (!there || !asRemembered) {
                return LogCheck.broken(
                        before - 1, new Breach(before, "entry " + before + " is missing or was changed"));
            }
            page = page.subList(1, page.size());
        }
        while (!page.isEmpty()) {
            for (DecisionRow row : page) {
                Optional<Breach> breach = next(row, end);
                if (breach.isPresent()) {
                    return LogCheck.broken(chain.checkedThrough(), breach.get());
                }
            }
            page = rows.after(page.getLast().sequence());
        }
        return end(rows, end);
    }

    private Optional<Breach> next(DecisionRow row, LogEnd.Entry end) {
        if (row.sequence() == end.sequence() && !row.hash().equals(end.hash())) {
            return Optional.of(
                    new Breach(row.sequence(), "entry " + row.sequence() + " is another one than was written"));
        }
        Optional<Breach> breach = chain.next(row);
        if (breach.isEmpty() && followed.test(row.subject())) {
            digests.put(row.subject(), digest(digests.getOrDefault(row.subject(), Bytes32.ZERO), row));
        }
        return breach;
    }

    private LogCheck end(LogRows rows, LogEnd.Entry end) {
        Optional<DecisionHead> head = rows.head();
        if (head.isEmpty()) {
            boolean everWritten = chain.checkedThrough() > 0 || end.sequence() > 0;
            return everWritten ? LogCheck.broken(0, new Breach(1, "the head is missing")) : LogCheck.intact(0);
        }
        Optional<Breach> breach = chain.end(head.get(), nodeKey, end.sequence());
        if (breach.isPresent()) {
            return LogCheck.broken(chain.checkedThrough(), breach.get());
        }
        remembered.advance(chain.checkedThrough(), chain.lastHash());
        return LogCheck.intact(chain.checkedThrough());
    }

    /// [#goOn], and the entries about subjects if they are those that were verified, all of them.
    ///
    /// @throws IllegalArgumentException for a subject that is not followed
    CheckedEntries about(LogRows rows, List<String> subjects) {
        subjects.stream().filter(followed.negate()).findFirst().ifPresent(other -> {
            throw new IllegalArgumentException("not followed: " + other);
        });
        LogCheck check = goOn(rows);
        if (!check.intact()) {
            return new CheckedEntries(check, List.of());
        }
        List<DecisionLog.Entry> entries = new ArrayList<>();
        Map<String, List<DecisionRow>> about;
        try {
            about = rows.about(subjects);
        } catch (UnreadableRow e) {
            return broken(e.breach().sequence(), e.breach().what());
        }
        for (String subject : subjects) {
            Bytes32 digest = Bytes32.ZERO;
            for (DecisionRow row : about.getOrDefault(subject, List.of())) {
                if (!hashes.next(row.previousHash(), row).equals(row.hash())) {
                    return broken(row.sequence(), "entry " + row.sequence() + " was changed");
                }
                digest = digest(digest, row);
                entries.add(row.entry());
            }
            if (!digest.equals(digests.getOrDefault(subject, Bytes32.ZERO))) {
                return broken(1, "the entries about " + subject + " are not those that were written");
            }
        }
        return new CheckedEntries(check, entries);
    }

    private static CheckedEntries broken(long sequence, String what) {
        return new CheckedEntries(LogCheck.broken(0, new Breach(sequence, what)), List.of());
    }

    private static Bytes32 digest(Bytes32 before, DecisionRow row) {
        return Sha256.hash(before.toArray(), row.hash().toArray());
    }
}
