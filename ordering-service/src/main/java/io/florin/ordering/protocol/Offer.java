package io.florin.ordering.protocol;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;

/// A bundle that came in, of good form.
///
/// @param digest of all its bytes
/// @param root its Merkle root, which selects the primary party
/// @param partition of the topic it was read from, [#DIRECT] when it was submitted directly
/// @param offset in that partition; of a direct one the number of the endorser that submitted it
public record Offer(Bytes bundle, Bytes32 digest, Bytes32 root, int partition, long offset) {
    public static final int DIRECT = -1;

    public boolean isDirect() {
        return partition == DIRECT;
    }
}
