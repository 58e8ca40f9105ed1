package io.florin.decisions;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import java.util.Optional;

/// Checks a log entry by entry, from the first on, and its signed head at the end; later it may go on with what was
/// added. One thread at a time.
///
/// Names the first entry that is missing, changed or out of place. Entries cut off at the end show in the head, which
/// is signed with a key that is not in the database; a head put back to an older one shows by what [LogEnd] remembers.
final class DecisionChain {
    private final DecisionHash hashes;
    private long lastSequence;
    private Bytes32 lastHash;

    DecisionChain(DecisionHash hashes) {
        this.hashes = hashes;
        this.lastHash = hashes.first();
    }

    /// Goes on with the next row; what is wrong with it, if something is.
    Optional<Breach> next(DecisionRow row) {
        long expected = lastSequence + 1;
        if (row.sequence() != expected) {
            return Optional.of(new Breach(expected, "entry " + expected + " is missing"));
        }
        if (!row.previousHash().equals(lastHash)) {
            return Optional.of(new Breach(expected, "entry " + expected + " does not follow the one before it"));
        }
        if (!hashes.next(lastHash, row).equals(row.hash())) {
            return Optional.of(new Breach(expected, "entry " + expected + " was changed"));
        }
        lastSequence = expected;
        lastHash = row.hash();
        return Optional.empty();
    }

    /// Whether a row is the last one that was passed, as it was then.
    boolean isLast(DecisionRow row) {
        return row.sequence() == lastSequence
                && row.hash().equals(lastHash)
                && hashes.next(row.previousHash(), row).equals(lastHash);
    }

    /// Compares what was read with the head.
    ///
    /// @param rememberedSequence the highest number that this service has seen
    Optional<Breach> end(DecisionHead head, Bytes32 nodeKey, long rememberedSequence) {
        byte[] message = hashes.headMessage(head.lastSequence(), head.lastHash());
        if (!Ed25519.verify(nodeKey, message, head.signature().toArray())) {
            return Optional.of(new Breach(head.lastSequence(), "the head is not signed by this node"));
        }
        long expected = Math.max(head.lastSequence(), rememberedSequence);
        if (lastSequence < expected) {
            return Optional.of(new Breach(lastSequence + 1, "entries from " + (lastSequence + 1) + " on are missing"));
        }
        if (lastSequence > head.lastSequence() || !lastHash.equals(head.lastHash())) {
            return Optional.of(new Breach(head.lastSequence(), "the log does not end where its head says"));
        }
        return Optional.empty();
    }

    long checkedThrough() {
        return lastSequence;
    }

    Bytes32 lastHash() {
        return lastHash;
    }

    /// @param sequence the first entry that is not as it was written
    record Breach(long sequence, String what) {}
}
