package io.florin.endorser.protocol;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.TransactionId;
import java.util.List;

/// A signed bundle as the store keeps it, with the times of its way (milliseconds since 1970).
///
/// @param encoded the bundle's canonical bytes
/// @param publishedMillis 0 where no topic took it
public record EndorsedBundle(
        Bytes32 root,
        Bytes encoded,
        List<TransactionId> ids,
        long proposedMillis,
        long endorsedMillis,
        long publishedMillis) {

    public EndorsedBundle {
        ids = List.copyOf(ids);
    }
}
