package io.florin.crypto.batch;

import java.util.BitSet;
import java.util.List;

/// Validity of the items of a batch. Immutable; any thread.
public final class BatchOutcome {
    private final int size;
    private final BitSet invalid;

    /// Takes the bits.
    BatchOutcome(int size, BitSet invalid) {
        this.size = size;
        this.invalid = invalid;
    }

    /// Whether all items are valid; true of an empty batch.
    public boolean allValid() {
        return invalid.isEmpty();
    }

    /// Whether the item is valid.
    ///
    /// @throws IndexOutOfBoundsException if there is no such item
    public boolean isValid(int item) {
        if (item < 0 || item >= size) {
            throw new IndexOutOfBoundsException(item);
        }
        return !invalid.get(item);
    }

    /// The indexes of the invalid items, ascending.
    public List<Integer> invalid() {
        return invalid.stream().boxed().toList();
    }

    @Override
    public String toString() {
        return allValid() ? size + " valid" : "invalid " + invalid + " of " + size;
    }
}
