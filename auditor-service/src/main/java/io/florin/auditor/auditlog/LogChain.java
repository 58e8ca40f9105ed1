package io.florin.auditor.auditlog;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NetworkId;
import java.util.Optional;

/// Checks a log entry by entry, from the first on, and its signed head at the end. One thread uses it once.
///
/// Names the first entry that is missing, changed or out of place. Entries cut off at the end show in the head, which
/// is signed with a key that is not in the database; a head put back to an older one shows by the count that this
/// service remembers while it runs.
public final class LogChain {
    private final NetworkId network;
    private long lastSequence;
    private Bytes32 lastHash;

    public LogChain(NetworkId network) {
        this.network = network;
        this.lastHash = LogHash.first(network);
    }

    /// @param sequence the first entry that is not as it was written
    public record Breach(long sequence, String what) {}

    /// The end of the log as it is stored; without a signature while the log is empty.
    public record Head(long lastSequence, Bytes32 lastHash, Bytes signature) {}

    /// Goes on with the next row; what is wrong with it, if something is.
    public Optional<Breach> next(LogRow row) {
        long expected = lastSequence + 1;
        if (row.sequence() != expected) {
            return Optional.of(new Breach(expected, "entry " + expected + " is missing"));
        }
        if (!row.previousHash().equals(lastHash)) {
            return Optional.of(new Breach(expected, "entry " + expected + " does not follow the one before it"));
        }
        if (!LogHash.next(lastHash, row).equals(row.hash())) {
            return Optional.of(new Breach(expected, "entry " + expected + " was changed"));
        }
        lastSequence = expected;
        lastHash = row.hash();
        return Optional.empty();
    }

    /// Compares what was read with the head.
    ///
    /// @param rememberedSequence the highest number that this service has seen
    public Optional<Breach> end(Head head, Bytes32 auditorKey, long rememberedSequence) {
        long expected = Math.max(head.lastSequence(), rememberedSequence);
        if (lastSequence < expected) {
            return Optional.of(new Breach(lastSequence + 1, "entries from " + (lastSequence + 1) + " on are missing"));
        }
        if (lastSequence == 0 && head.lastSequence() == 0) {
            return Optional.empty();
        }
        byte[] message = LogHash.headMessage(network, head.lastSequence(), head.lastHash());
        if (!Ed25519.verify(auditorKey, message, head.signature().toArray())) {
            return Optional.of(new Breach(head.lastSequence(), "the head is not signed by the auditor"));
        }
        if (lastSequence > head.lastSequence() || !lastHash.equals(head.lastHash())) {
            return Optional.of(new Breach(head.lastSequence(), "the log does not end where its head says"));
        }
        return Optional.empty();
    }

    public long checkedThrough() {
        return lastSequence;
    }
}
