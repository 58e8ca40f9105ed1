package io.florin.centralbank.decisions;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import java.nio.charset.StandardCharsets;

/// The chain of decisions: each entry's hash covers the entry and the hash before it.
final class DecisionHash {
    private static final byte[] ENTRY = separator("florin/v1/central-bank-decision");
    private static final byte[] HEAD = separator("florin/v1/central-bank-decision-head");

    private DecisionHash() {}

    /// The hash before the first entry.
    static Bytes32 first(NetworkId network) {
        return Sha256.hash(ENTRY, network.value().toArray());
    }

    static Bytes32 next(Bytes32 previous, DecisionRow row) {
        return Sha256.hash(new CanonicalWriter(512)
                .fixed(ENTRY)
                .fixed(previous)
                .u63(row.sequence())
                .u63(row.atMillis())
                .text(row.actor())
                .text(row.action())
                .text(row.subject())
                .text(row.reason())
                .toByteArray());
    }

    /// What this node signs: that the log has this many entries and ends with this hash.
    static byte[] headMessage(NetworkId network, long lastSequence, Bytes32 lastHash) {
        return new CanonicalWriter(128)
                .fixed(HEAD)
                .fixed(network.value())
                .u63(lastSequence)
                .fixed(lastHash)
                .toByteArray();
    }

    private static byte[] separator(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        return new CanonicalWriter(ascii.length + 1)
                .u8(ascii.length)
                .fixed(ascii)
                .toByteArray();
    }
}
