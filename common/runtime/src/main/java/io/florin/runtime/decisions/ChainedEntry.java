package io.florin.runtime.decisions;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;

/// An entry of a log that keeps no lists, with its place in the chain, for others to see.
///
/// @param previousHash of all entries before it
/// @param hash of this entry and all before it
public record ChainedEntry(
        long sequence,
        long atMillis,
        String actor,
        String action,
        String subject,
        String reason,
        Bytes32 previousHash,
        Bytes32 hash) {

    /// Whether the hash is of this entry after those before it, in a log of this format.
    public boolean isChained(DecisionFormat format, NetworkId network) {
        return hashed(format, network).hash().equals(hash);
    }

    /// The entry with the hash that it has in a log of this format after those before it.
    public ChainedEntry hashed(DecisionFormat format, NetworkId network) {
        DecisionRow row =
                new DecisionRow(sequence, atMillis, actor, action, subject, reason, "", previousHash, Bytes32.ZERO);
        Bytes32 next = new DecisionHash(format, network).next(previousHash, row);
        return new ChainedEntry(sequence, atMillis, actor, action, subject, reason, previousHash, next);
    }
}
