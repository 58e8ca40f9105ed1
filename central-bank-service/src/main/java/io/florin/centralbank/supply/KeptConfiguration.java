package io.florin.centralbank.supply;

import io.florin.ledger.config.NetworkConfiguration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The configuration that stands in the database beside the position. The database is read at each step, since others
/// can write there; decoding a configuration takes points on curves, so that only other bytes than before are decoded.
///
/// Owned by one thread.
final class KeptConfiguration {
    private byte[] encoded = {};
    private @Nullable NetworkConfiguration decoded;

    /// @throws io.florin.ledger.codec.DecodeException when the bytes are no configuration
    NetworkConfiguration of(byte[] kept) {
        NetworkConfiguration known = decoded;
        if (known == null || !Arrays.equals(kept, encoded)) {
            known = NetworkConfiguration.decode(kept);
            encoded = kept.clone();
            decoded = known;
        }
        return known;
    }
}
