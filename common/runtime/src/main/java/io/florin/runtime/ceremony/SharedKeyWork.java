package io.florin.runtime.ceremony;

import io.florin.crypto.Bytes;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.runtime.keys.StoredShare;
import java.util.Optional;
import java.util.SortedMap;

/// The key of endorsers or certifiers: one key generation or refresh.
final class SharedKeyWork implements KeyWork {
    private final Generation generation;

    SharedKeyWork(Generation generation) {
        this.generation = generation;
    }

    @Override
    public Bytes begin() {
        return generation.begin();
    }

    @Override
    public Turn end(SortedMap<Integer, Bytes> said) {
        Bytes next = generation.close(said);
        if (!generation.isOver()) {
            return new Turn.Say(next);
        }
        Optional<Completed> completed = generation.completed();
        if (completed.isEmpty()) {
            return new Turn.Broken("fewer than the threshold dealt honestly", generation.blames());
        }
        try (var shares = completed.get().shares()) {
            var key = completed.get().key();
            return new Turn.Made(new MadeKey(Bytes.of(key.encode()), StoredShare.of(shares, key)), generation.blames());
        }
    }
}
