package io.florin.decisions;

import io.florin.crypto.Bytes32;
import io.florin.decisions.DecisionLog.Entry;
import java.time.Instant;

/// An entry with the hashes that hold it in its place.
record DecisionRow(
        long sequence,
        long atMillis,
        String actor,
        String action,
        String subject,
        String reason,
        String listVersion,
        Bytes32 previousHash,
        Bytes32 hash) {

    Entry entry() {
        return new Entry(
                sequence, Instant.ofEpochMilli(atMillis), actor, action, subject, reason, listVersion, hash.toHex());
    }
}
