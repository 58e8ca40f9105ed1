package io.florin.auditor.approval;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi.BarredEnrollment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Choice of the list of barred enrollments, which must be new enough to decide by (protocol decision 27). Pure; any
/// thread.
///
/// A list counts while it is complete through the newest of registration's records known here, and not older than
/// registration may be silent. So after a record of a suspension was read, nothing is decided by a list from before it.
public final class BarredWatch {
    private final NetworkId network;
    private final Bytes32 registrationKey;
    private final long silenceMillisMax;
    private @Nullable BarredList held;

    /// Outcome of offering a list.
    public enum Verdict {
        TAKEN,
        /// Registration has not signed it.
        FORGED,
        /// It ends before a record that was known when it was asked for, or before the list that is held.
        OLD,
        /// The entries are not those that the head is about: the list changed meanwhile, or some are missing.
        INCOMPLETE
    }

    /// A question for a list.
    ///
    /// @param lastRecord newest of registration's records known here at that time
    public record Asked(long millis, long lastRecord) {}

    /// @param silenceMillisMax how long registration may be silent
    public BarredWatch(NetworkId network, Bytes32 registrationKey, long silenceMillisMax) {
        this.network = network;
        this.registrationKey = registrationKey;
        this.silenceMillisMax = silenceMillisMax;
    }

    /// Whether the entries of this list are known here already.
    public synchronized boolean knows(BarredHead head) {
        return held != null && held.isListOf(head);
    }

    /// Takes a list whose entries are known, with what its head says anew.
    public synchronized Verdict confirm(BarredHead head, Asked asked) {
        Verdict verdict = judge(head, asked);
        if (verdict == Verdict.TAKEN) {
            if (held == null || !held.isListOf(head)) {
                return Verdict.INCOMPLETE;
            }
            held = held.confirmed(head, timeOf(head, asked));
        }
        return verdict;
    }

    /// Takes a list.
    ///
    /// @param entries all pages, in their order
    /// @throws IllegalArgumentException when an entry is malformed
    public synchronized Verdict take(BarredHead head, List<BarredEnrollment> entries, Asked asked) {
        Verdict verdict = judge(head, asked);
        if (verdict != Verdict.TAKEN) {
            return verdict;
        }
        Optional<BarredList> list = BarredList.of(head, entries, timeOf(head, asked));
        list.ifPresent(whole -> held = whole);
        return list.isPresent() ? Verdict.TAKEN : Verdict.INCOMPLETE;
    }

    private Verdict judge(BarredHead head, Asked asked) {
        if (!head.isAuthentic(network, registrationKey)) {
            return Verdict.FORGED;
        }
        boolean old = head.through() < asked.lastRecord() || held != null && head.through() < held.through();
        return old ? Verdict.OLD : Verdict.TAKEN;
    }

    /// The earlier of both clocks: registration's being ahead makes no list younger than it is.
    private static long timeOf(BarredHead head, Asked asked) {
        return Math.min(head.timeMillis(), asked.millis());
    }

    /// The list to decide by now.
    ///
    /// @param lastRecord newest of registration's records known here
    /// @return empty when there is none that is new enough
    public synchronized Optional<BarredList> current(long nowMillis, long lastRecord) {
        return Optional.ofNullable(held)
                .filter(list -> list.through() >= lastRecord && nowMillis - list.timeMillis() <= silenceMillisMax);
    }
}
