package io.florin.committer.reconciliation;

import io.florin.ledger.client.ClientTransaction;

/// Result of asking the endorsers for a client transaction.
public sealed interface SearchResult {

    /// One of them had it: its content hashes to the id.
    record Found(ClientTransaction transaction) implements SearchResult {}

    /// Nobody gave it.
    ///
    /// @param denied endorsers that answered and do not have it, or gave something else
    record NotFound(int denied) implements SearchResult {}
}
