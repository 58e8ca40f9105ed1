package io.florin.instant.ledger;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.ResultTip;
import java.util.Arrays;
import java.util.Optional;

/// A position of the ledger as bytes, so that a start needs not read everything from genesis on. Like the journals it
/// is this authority's own word: whoever can write its disk can write its journals too.
///
/// Layout: SHA-256 of the rest, version u8 = 1, network 32, block u63, state hash 32, configuration.
public final class LedgerPosition {

    private static final int VERSION = 1;
    private static final int CONFIGURATION_BYTES_MAX = 1 << 20;

    private LedgerPosition() {}

    public static byte[] encode(ResultTip tip) {
        byte[] content = new CanonicalWriter(1024)
                .u8(VERSION)
                .fixed(tip.network().value())
                .u63(tip.number())
                .fixed(tip.stateHash())
                .bytes(Bytes.of(tip.configuration().encode()))
                .toByteArray();
        return new CanonicalWriter(Bytes32.SIZE + content.length)
                .fixed(Sha256.hash(content))
                .fixed(content)
                .toByteArray();
    }

    /// Empty if the bytes are damaged, or of another network: then everything is read from genesis on.
    public static Optional<ResultTip> decode(byte[] bytes, NetworkId network) {
        if (bytes.length < Bytes32.SIZE) {
            return Optional.empty();
        }
        byte[] content = Arrays.copyOfRange(bytes, Bytes32.SIZE, bytes.length);
        if (!Arrays.equals(Sha256.hash(content).toArray(), Arrays.copyOf(bytes, Bytes32.SIZE))) {
            return Optional.empty();
        }
        try {
            return Optional.of(CanonicalReader.decode(content, LedgerPosition::read))
                    .filter(tip -> tip.network().equals(network));
        } catch (DecodeException otherVersion) {
            return Optional.empty();
        }
    }

    private static ResultTip read(CanonicalReader reader) {
        if (reader.u8() != VERSION) {
            throw new DecodeException("a position of another version");
        }
        return new ResultTip(
                new NetworkId(reader.fixed32()),
                reader.u63(),
                reader.fixed32(),
                NetworkConfiguration.decode(
                        reader.bytes(CONFIGURATION_BYTES_MAX).toArray()));
    }
}
