package io.florin.endorser.protocol;

import io.florin.ledger.bundle.Bundle;
import java.util.List;

/// Bounds of one bundle.
public final class BundleLimits {

    /// Header, audit count and signature.
    public static final int OVERHEAD = 64;
    /// Bytes of client transactions with proofs that peers take in one proposal: the internal port takes 16 MB.
    public static final int PROPOSAL_MAX = 12_000_000;

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
