package io.florin.auditor.replay.adapter;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;

/// A rolling digest of the stored blocks and results: what a snapshot expects to find.
///
/// @param last number of the last row, 0 before the first
record RowsDigest(long last, Bytes32 value) {

    static RowsDigest of(NetworkId network) {
        return new RowsDigest(0, network.value());
    }

    RowsDigest next(long number, byte[] encoded, byte[] result) {
        Bytes32 sum = Sha256.hash(new CanonicalWriter(136)
                .fixed(value)
                .u63(number)
                .fixed(Sha256.hash(encoded))
                .fixed(Sha256.hash(result))
                .toByteArray());
        return new RowsDigest(number, sum);
    }
}
