package io.florin.crypto.threshold;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The messages of one session by round and sender. What comes twice, late, early, from strangers or from another
/// session does no harm: the first value of a slot counts, rounds ahead wait, everything else is ignored.
public final class Slots {
    private final Bytes32 session;
    private final List<Integer> senders;
    private final int rounds;
    private final Map<Integer, SortedMap<Integer, Bytes>> values = new HashMap<>();

    /// No messages yet.
    ///
    /// @param senders whose messages count
    /// @param rounds the number of the last round; the first is 1
    public Slots(Bytes32 session, List<Integer> senders, int rounds) {
        this.session = session;
        this.senders = List.copyOf(senders);
        this.rounds = rounds;
        for (int round = 1; round <= rounds; round++) {
            values.put(round, new TreeMap<>());
        }
    }

    /// Takes a message; false if it changes nothing.
    public boolean take(PartyMessage message) {
        return message.session().equals(session)
                && message.round() <= rounds
                && senders.contains(message.sender())
                && round(message.round()).putIfAbsent(message.sender(), message.payload()) == null;
    }

    /// Messages received of a round, by sender.
    public SortedMap<Integer, Bytes> of(int round) {
        return Collections.unmodifiableSortedMap(round(round));
    }

    private SortedMap<Integer, Bytes> round(int round) {
        return values.getOrDefault(round, new TreeMap<>());
    }

    /// Whether everybody was heard in a round.
    public boolean isComplete(int round) {
        return of(round).size() == senders.size();
    }

    /// Members that did not speak in the round.
    public SortedSet<Integer> missing(int round) {
        SortedSet<Integer> missing = new TreeSet<>(senders);
        missing.removeAll(of(round).keySet());
        return missing;
    }
}
