package io.florin.wallet.hidden;

import io.florin.ledger.TransactionId;
import io.florin.ledger.token.TokenReference;

/// An output of a transaction.
///
/// @param index 0 to 15
public record TransactionOutput(TransactionId transaction, int index) implements Comparable<TransactionOutput> {

    public TransactionOutput {
        if (index < 0 || index > TokenReference.INDEX_MAX) {
            throw new IllegalArgumentException("an output index is 0 to " + TokenReference.INDEX_MAX);
        }
    }

    @Override
    public int compareTo(TransactionOutput other) {
        int order = transaction.compareTo(other.transaction);
        return order == 0 ? Integer.compare(index, other.index) : order;
    }
}
