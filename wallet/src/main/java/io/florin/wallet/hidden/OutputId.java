package io.florin.wallet.hidden;

import io.florin.ledger.TransactionId;
import io.florin.ledger.token.TokenReference;

/// An output of a transaction.
///
/// @param index 0 to 15
public record OutputId(TransactionId transaction, int index) implements Comparable<OutputId> {

    public OutputId {
        if (index < 0 || index > TokenReference.INDEX_MAX) {
            throw new IllegalArgumentException("an output index is 0 to " + TokenReference.INDEX_MAX);
        }
    }

    @Override
    public int compareTo(OutputId other) {
        int order = transaction.compareTo(other.transaction);
        return order == 0 ? Integer.compare(index, other.index) : order;
    }
}
