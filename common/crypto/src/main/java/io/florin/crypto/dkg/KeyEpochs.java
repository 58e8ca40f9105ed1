package io.florin.crypto.dkg;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The public keys of one purpose, one after the other, with an overlap: from its activation a key signs, and until
/// its retirement, which comes after the activation of the next, signatures under it are accepted. Heights are blocks'.
/// Immutable.
///
/// @param epochs rising; at most two are accepted at any height
public record KeyEpochs<K>(List<Epoch<K>> epochs) {
    /// A key that signs from `active` until its successor does and is accepted below `retired`.
    public record Epoch<K>(long number, K key, long active, long retired) {
        /// @throws IllegalArgumentException unless it is accepted at some height
        public Epoch {
            if (number < 1 || active < 0 || retired <= active) {
                throw new IllegalArgumentException("epoch " + number + " from " + active + " to " + retired);
            }
        }
    }

    /// @throws IllegalArgumentException unless numbers rise by one, each key is accepted until its successor signs, and
    /// none outlives its successor's successor's activation
    public KeyEpochs {
        epochs = List.copyOf(epochs);
        if (epochs.isEmpty()) {
            throw new IllegalArgumentException("no key");
        }
        for (int i = 1; i < epochs.size(); i++) {
            Epoch<K> before = epochs.get(i - 1);
            Epoch<K> next = epochs.get(i);
            boolean follows = next.number() == before.number() + 1
                    && next.active() > before.active()
                    && before.retired() >= next.active()
                    && (i + 1 == epochs.size()
                            || before.retired() <= epochs.get(i + 1).active());
            if (!follows) {
                throw new IllegalArgumentException("epoch " + next.number() + " does not follow " + before.number());
            }
        }
    }

    /// A first key, accepted until further notice.
    public static <K> KeyEpochs<K> first(K key, long active) {
        return new KeyEpochs<>(List.of(new Epoch<>(1, key, active, Long.MAX_VALUE)));
    }

    /// A new key that signs from `active`; the present one is accepted for `overlap` heights more.
    ///
    /// @throws IllegalArgumentException if the key before the present one would still be accepted then
    public KeyEpochs<K> rekeyed(K key, long active, long overlap) {
        Epoch<K> last = epochs.getLast();
        List<Epoch<K>> next = new ArrayList<>(epochs.subList(0, epochs.size() - 1));
        next.add(new Epoch<>(last.number(), last.key(), last.active(), Math.addExact(active, overlap)));
        next.add(new Epoch<>(last.number() + 1, key, active, Long.MAX_VALUE));
        return new KeyEpochs<>(next);
    }

    /// The key that signs at a height.
    public Optional<Epoch<K>> signing(long height) {
        return epochs.reversed().stream()
                .filter(epoch -> epoch.active() <= height)
                .findFirst()
                .filter(epoch -> height < epoch.retired());
    }

    /// The key of an epoch, if signatures under it are accepted at the height.
    public Optional<K> accepted(long number, long height) {
        return epochs.stream()
                .filter(epoch -> epoch.number() == number && epoch.active() <= height && height < epoch.retired())
                .map(Epoch::key)
                .findFirst();
    }
}
