package io.florin.ceremony;

import io.florin.crypto.Bytes;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.runtime.keys.StoredShare;
import java.util.Optional;
import java.util.SortedMap;

/// The key of endorsers or certifiers, or new shares of anybody's: one key generation or refresh.
final class SharedKeyWork implements KeyWork {
    private final Purpose purpose;
    private final Generation generation;

    SharedKeyWork(Purpose purpose, Generation generation) {
        this.purpose = purpose;
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
            return new Turn.Made(new MadeKey(purpose.publicKey(key), StoredShare.of(shares, key)), generation.blames());
        }
    }
}
