package io.florin.decisions;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.runtime.api.ChainedEntry;

/// Format that sets one service's log apart from another's: part of the hashed and signed bytes, so it never changes
/// for a log that exists.
///
/// @param name separates the hashes: entries are hashed under `florin/v1/<name>`, heads under `florin/v1/<name>-head`
/// @param lists whether entries name the version of a list; the table then has the column `list_version`
/// @param lockId of the database's advisory lock that appending takes; one number for each log in a database
public record DecisionFormat(String name, boolean lists, int lockId) {

    public DecisionFormat {
        if (!name.matches("[a-z][a-z-]{1,40}")) {
            throw new IllegalArgumentException("a log's name has small letters and hyphens");
        }
    }

    /// Whether the hash is of this entry after those before it, in a log of this format that keeps no lists.
    public boolean isChained(ChainedEntry entry, NetworkId network) {
        return chained(entry, network).hash().equals(entry.hash());
    }

    /// The entry with the hash that it has in a log of this format after those before it.
    public ChainedEntry chained(ChainedEntry entry, NetworkId network) {
        DecisionRow row = new DecisionRow(
                entry.sequence(),
                entry.atMillis(),
                entry.actor(),
                entry.action(),
                entry.subject(),
                entry.reason(),
                "",
                entry.previousHash(),
                Bytes32.ZERO);
        return new ChainedEntry(
                entry.sequence(),
                entry.atMillis(),
                entry.actor(),
                entry.action(),
                entry.subject(),
                entry.reason(),
                entry.previousHash(),
                new DecisionHash(this, network).next(entry.previousHash(), row));
    }
}
