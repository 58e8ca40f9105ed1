package io.florin.endorser.gather;

import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.Moment;
import io.florin.ledger.TransactionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Signed bundles until all their transactions are final or have expired. A bundle that stays unseen for too long is
/// due for direct submission, again and again with doubling pauses (protocol decision 15).
final class UnsettledBundles {

    private final long orderedMillisMax;
    private final long directMillisMax;
    private final Map<Long, Entry> byNumber = new LinkedHashMap<>();
    private final Map<TransactionId, Long> numberById = new HashMap<>();

    UnsettledBundles(long orderedMillisMax, long directMillisMax) {
        this.orderedMillisMax = orderedMillisMax;
        this.directMillisMax = directMillisMax;
    }

    private static final class Entry {
        private EndorsedBundle bundle;
        private final long expiryHeight;
        private final Set<TransactionId> open;
        private long dueMillis;
        private long pauseMillis;
        private int attempts;

        Entry(EndorsedBundle bundle, long expiryHeight, long dueMillis, long pauseMillis) {
            this.bundle = bundle;
            this.expiryHeight = expiryHeight;
            this.open = new HashSet<>(bundle.ids());
            this.dueMillis = dueMillis;
            this.pauseMillis = pauseMillis;
        }
    }

    /// @param attempt 0, 1, 2 … of this bundle
    record Due(EndorsedBundle bundle, int attempt) {}

    void add(long number, EndorsedBundle bundle, long expiryHeight, long nowMillis) {
        byNumber.put(number, new Entry(bundle, expiryHeight, nowMillis + orderedMillisMax, orderedMillisMax));
        bundle.ids().forEach(id -> numberById.put(id, number));
    }

    boolean contains(TransactionId id) {
        return numberById.containsKey(id);
    }

    /// Transactions not final yet.
    int size() {
        return numberById.size();
    }

    int bundles() {
        return byNumber.size();
    }

    /// The bundle is in the topics; how it is to be remembered. Empty when it is settled already.
    Optional<EndorsedBundle> published(long number, Moment now) {
        Entry entry = byNumber.get(number);
        if (entry == null) {
            return Optional.empty();
        }
        EndorsedBundle bundle = entry.bundle;
        entry.bundle = new EndorsedBundle(
                bundle.root(),
                bundle.encoded(),
                bundle.ids(),
                bundle.proposedMillis(),
                bundle.endorsedMillis(),
                now.wallMillis());
        entry.dueMillis = now.steadyMillis() + orderedMillisMax;
        return Optional.of(entry.bundle);
    }

    /// The bundle did not get into the topics: due at once.
    Optional<EndorsedBundle> unpublished(long number, long nowMillis) {
        Entry entry = byNumber.get(number);
        if (entry == null) {
            return Optional.empty();
        }
        entry.dueMillis = nowMillis;
        return Optional.of(entry.bundle);
    }

    void settled(List<TransactionId> ids) {
        for (TransactionId id : ids) {
            Long number = numberById.remove(id);
            Entry entry = number == null ? null : byNumber.get(number);
            if (entry != null) {
                entry.open.remove(id);
                if (entry.open.isEmpty()) {
                    byNumber.remove(number);
                }
            }
        }
    }

    /// Drops what cannot commit any more.
    void heightReached(long height) {
        for (Iterator<Entry> entries = byNumber.values().iterator(); entries.hasNext(); ) {
            Entry entry = entries.next();
            if (entry.expiryHeight < height) {
                entry.open.forEach(numberById::remove);
                entries.remove();
            }
        }
    }

    /// Bundles to submit directly now; each is due again after its pause.
    List<Due> due(long nowMillis) {
        List<Due> due = new ArrayList<>();
        for (Entry entry : byNumber.values()) {
            if (entry.dueMillis <= nowMillis) {
                due.add(new Due(entry.bundle, entry.attempts++));
                entry.dueMillis = nowMillis + entry.pauseMillis;
                entry.pauseMillis = Math.min(directMillisMax, entry.pauseMillis * 2);
            }
        }
        return due;
    }
}
