package io.florin.auditor.auditlog;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import java.nio.charset.StandardCharsets;

/// The chain of entries: each hash covers the entry and the hash before it.
public final class LogHash {
    private static final byte[] ENTRY = separator("florin/v1/audit-log");
    private static final byte[] HEAD = separator("florin/v1/audit-log-head");

    private LogHash() {}

    /// The hash before the first entry.
    public static Bytes32 first(NetworkId network) {
        return Sha256.hash(ENTRY, network.value().toArray());
    }

    public static Bytes32 next(Bytes32 previous, LogRow row) {
        return Sha256.hash(new CanonicalWriter(512)
                .fixed(ENTRY)
                .fixed(previous)
                .u63(row.sequence())
                .u63(row.atMillis())
                .text(row.actor())
                .text(row.action())
                .text(row.subject())
                .text(row.detail())
                .toByteArray());
    }

    /// What the auditor signs: that the log has this many entries and ends with this hash.
    public static byte[] headMessage(NetworkId network, long lastSequence, Bytes32 lastHash) {
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
