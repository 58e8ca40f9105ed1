package io.florin.decisions;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import java.nio.charset.StandardCharsets;

/// The chain of decisions of one log: each entry's hash covers the entry and the hash before it. Immutable.
final class DecisionHash {
    private final DecisionFormat format;
    private final NetworkId network;
    private final byte[] entrySeparator;
    private final byte[] headSeparator;

    DecisionHash(DecisionFormat format, NetworkId network) {
        this.format = format;
        this.network = network;
        this.entrySeparator = separator("florin/v1/" + format.name());
        this.headSeparator = separator("florin/v1/" + format.name() + "-head");
    }

    /// The hash before the first entry.
    Bytes32 first() {
        return Sha256.hash(entrySeparator, network.value().toArray());
    }

    Bytes32 next(Bytes32 previous, DecisionRow row) {
        CanonicalWriter writer = new CanonicalWriter(512)
                .fixed(entrySeparator)
                .fixed(previous)
                .u63(row.sequence())
                .u63(row.atMillis())
                .text(row.actor())
                .text(row.action())
                .text(row.subject())
                .text(row.reason());
        if (format.lists()) {
            writer.text(row.listVersion());
        }
        return Sha256.hash(writer.toByteArray());
    }

    /// Message that this node signs: that the log has this many entries and ends with this hash.
    byte[] headMessage(long lastSequence, Bytes32 lastHash) {
        return new CanonicalWriter(128)
                .fixed(headSeparator)
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
