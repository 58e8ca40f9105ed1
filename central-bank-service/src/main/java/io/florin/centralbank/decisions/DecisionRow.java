package io.florin.centralbank.decisions;

import io.florin.centralbank.protocol.DecisionLog.Entry;
import io.florin.crypto.Bytes32;
import java.time.Instant;

/// An entry with the hashes that hold it in its place.
record DecisionRow(
        long sequence,
        long atMillis,
        String actor,
        String action,
        String subject,
        String reason,
        Bytes32 previousHash,
        Bytes32 hash) {

    Entry entry() {
        return new Entry(sequence, Instant.ofEpochMilli(atMillis), actor, action, subject, reason, hash.toHex());
    }
}
