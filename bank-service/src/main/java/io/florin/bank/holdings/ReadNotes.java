package io.florin.bank.holdings;

import io.florin.wallet.hidden.TransactionOutput;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/// Places of the notes that were read and kept lately. Each endorser tells them in its own order, so whoever asks
/// several hears of most notes several times; to try one costs an agreement of keys. One thread uses it.
final class ReadNotes {

    /// Some 100 bytes each.
    private static final int MAX = 50_000;

    private final SequencedSet<TransactionOutput> places = new LinkedHashSet<>();

    boolean has(TransactionOutput place) {
        return places.contains(place);
    }

    /// After the commit of what they say. The first that was told of a place is the one that counts.
    void kept(Collection<TransactionOutput> read) {
        places.addAll(read);
        while (places.size() > MAX) {
            places.removeFirst();
        }
    }

    void forget() {
        places.clear();
    }
}
