package io.florin.bank.holdings;

import io.florin.crypto.Bytes32;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Notes that need not be opened again, the last 50,000. Any thread.
final class TriedNotes {

    private static final int REMEMBERED_MAX = 50_000;

    private final Set<Bytes32> tried = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes32, Boolean> eldest) {
            return size() > REMEMBERED_MAX;
        }
    });

    /// Number of times that everything was forgotten: notes opened in an earlier era are not remembered.
    private long era;

    synchronized long era() {
        return era;
    }

    synchronized boolean contains(Bytes32 digest) {
        return tried.contains(digest);
    }

    /// @param opened in this era; those of an earlier one are not remembered
    synchronized void remember(Collection<Bytes32> digests, long opened) {
        if (opened == era) {
            tried.addAll(digests);
        }
    }

    /// So that notes are opened again when an endorser tells them again.
    synchronized void forget(Collection<Bytes32> digests) {
        digests.forEach(tried::remove);
    }

    synchronized void forgetAll() {
        era++;
        tried.clear();
    }
}
