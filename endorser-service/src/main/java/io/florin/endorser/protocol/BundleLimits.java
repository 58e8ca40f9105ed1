package io.florin.endorser.protocol;

import io.florin.ledger.bundle.Bundle;
import java.util.List;

/// What one bundle can hold.
public final class BundleLimits {

    /// Header, audit count and signature.
    public static final int OVERHEAD = 64;

    private BundleLimits() {}

    /// Whether the transactions, all of one namespace, fit into one bundle.
    public static boolean fit(List<AcceptedTransaction> transactions) {
        return transactions.size() <= Bundle.TRANSACTIONS_MAX
                && size(transactions) <= Bundle.ENCODED_SIZE_MAX - OVERHEAD;
    }

    /// Bytes that the transactions take inside a bundle.
    public static int size(List<AcceptedTransaction> transactions) {
        return transactions.stream().mapToInt(AcceptedTransaction::bundleSize).sum();
    }
}
