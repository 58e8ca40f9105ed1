package io.florin.simulation.endorser;

import io.florin.crypto.Bytes;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.StoredNote;
import io.florin.ledger.TransactionId;
import io.florin.simulation.world.SimulatedLog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An endorser's transactions and signed bundles, as its log has them.
final class EndorserStore {
    private final SimulatedLog<Entry> log;
    private final Map<TransactionId, AcceptedTransaction> held = new LinkedHashMap<>();
    private final Map<TransactionId, EndorsedBundle> bundles = new HashMap<>();
    private final List<StoredNote> notes = new ArrayList<>();
    private long lastNote;
    private final Set<TransactionId> settled = new HashSet<>();

    sealed interface Entry {
        record Held(AcceptedTransaction transaction) implements Entry {}

        record Signed(EndorsedBundle bundle) implements Entry {}
    }

    EndorserStore(SimulatedLog<Entry> log, EndorserHabits habits) {
        this.log = log;
        log.records().forEach(this::index);
        List<StoredNote> kept = habits.notes(List.copyOf(notes));
        notes.retainAll(kept);
    }

    private void index(Entry entry) {
        switch (entry) {
            case Entry.Held(AcceptedTransaction transaction) -> {
                held.put(transaction.id(), transaction);
                note(transaction);
            }
            case Entry.Signed(EndorsedBundle bundle) -> bundle.ids().forEach(id -> bundles.put(id, bundle));
        }
    }

    private void note(AcceptedTransaction transaction) {
        List<Bytes> sealed = transaction.submission().transaction().notes();
        for (int output = 0; output < sealed.size(); output++) {
            if (sealed.get(output).size() > 0) {
                notes.add(new StoredNote(++lastNote, transaction.id(), output, sealed.get(output)));
            }
        }
    }

    /// Notes behind a position, in the order in which their transactions came.
    List<StoredNote> notes(long after, int limit) {
        return notes.stream()
                .filter(note -> note.position() > after)
                .limit(limit)
                .toList();
    }

    /// @return those that are final or in a signed bundle already
    Set<TransactionId> hold(List<AcceptedTransaction> transactions) {
        Set<TransactionId> before = new HashSet<>();
        for (AcceptedTransaction transaction : transactions) {
            if (isDone(transaction.id())) {
                before.add(transaction.id());
            } else if (!held.containsKey(transaction.id())) {
                add(new Entry.Held(transaction));
            }
        }
        return before;
    }

    private boolean isDone(TransactionId id) {
        return settled.contains(id) || bundles.containsKey(id);
    }

    void signed(EndorsedBundle bundle) {
        add(new Entry.Signed(bundle));
    }

    private void add(Entry entry) {
        log.append(entry);
        index(entry);
    }

    void sync() {
        log.sync();
    }

    void settled(Collection<TransactionId> ids) {
        settled.addAll(ids);
    }

    /// Transactions that a crash leaves.
    static Set<TransactionId> durable(SimulatedLog<Entry> log) {
        Set<TransactionId> ids = new HashSet<>();
        for (Entry entry : log.synced()) {
            if (entry instanceof Entry.Held(AcceptedTransaction transaction)) {
                ids.add(transaction.id());
            }
        }
        return ids;
    }

    Optional<List<AcceptedTransaction>> all(List<TransactionId> ids) {
        return held.keySet().containsAll(ids)
                ? Optional.of(ids.stream()
                        .flatMap(id -> Optional.ofNullable(held.get(id)).stream())
                        .toList())
                : Optional.empty();
    }

    /// Neither final nor in a signed bundle, nor expired.
    ///
    /// @param height of the ledger as it is known here
    List<AcceptedTransaction> unsigned(long height) {
        List<AcceptedTransaction> open = new ArrayList<>(held.values());
        open.removeIf(transaction -> isDone(transaction.id()) || isExpired(transaction, height));
        return open;
    }

    private static boolean isExpired(AcceptedTransaction transaction, long height) {
        return transaction.settlement().expiryHeight() < height;
    }

    /// Signed, and some of their transactions are neither final nor expired.
    ///
    /// @param height of the ledger as it is known here
    Set<EndorsedBundle> openBundles(long height) {
        Set<EndorsedBundle> open = new java.util.LinkedHashSet<>();
        for (AcceptedTransaction transaction : held.values()) {
            EndorsedBundle bundle = bundles.get(transaction.id());
            if (bundle != null && !settled.contains(transaction.id()) && !isExpired(transaction, height)) {
                open.add(bundle);
            }
        }
        return open;
    }
}
