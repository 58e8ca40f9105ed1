package io.florin.decisions;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NetworkId;
import io.florin.runtime.api.ChainedEntry;

/// An entry of a log that keeps no lists, as its last one, with the signature of the log's head at that moment: whoever
/// has the node's key can check it without the log, and nobody can put another entry of this number into the same chain
/// without that showing.
///
/// @param previousHash of all entries before it
/// @param hash of this entry and all before it
/// @param signature of the node over number and hash
public record SignedEntry(
        long sequence,
        long atMillis,
        String actor,
        String action,
        String subject,
        String reason,
        Bytes32 previousHash,
        Bytes32 hash,
        Bytes signature) {

    static SignedEntry of(DecisionRow row, DecisionHead head) {
        return new SignedEntry(
                row.sequence(),
                row.atMillis(),
                row.actor(),
                row.action(),
                row.subject(),
                row.reason(),
                row.previousHash(),
                row.hash(),
                head.signature());
    }

    /// The entry without the signature.
    public ChainedEntry entry() {
        return new ChainedEntry(sequence, atMillis, actor, action, subject, reason, previousHash, hash);
    }

    /// Whether the hash is of this entry after those before it, and the node signed that a log of this format ended so.
    public boolean isAuthentic(DecisionFormat format, NetworkId network, Bytes32 nodeKey) {
        byte[] head = new DecisionHash(format, network).headMessage(sequence, hash);
        return format.isChained(entry(), network) && Ed25519.verify(nodeKey, head, signature.toArray());
    }
}
