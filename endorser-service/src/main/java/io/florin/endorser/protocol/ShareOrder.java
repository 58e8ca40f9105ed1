package io.florin.endorser.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import java.util.List;

/// What a share is asked for: these transactions in this order, whose settlement transactions have this root.
///
/// @param ids 1 to 512
public record ShareOrder(
        NamespaceId namespace, int rulesVersion, long keyEpoch, List<TransactionId> ids, Bytes32 root) {

    public ShareOrder {
        ids = List.copyOf(ids);
        if (ids.isEmpty() || ids.size() > Bundle.TRANSACTIONS_MAX) {
            throw new IllegalArgumentException("a share is for 1 to " + Bundle.TRANSACTIONS_MAX + " transactions");
        }
    }

    /// The bytes that a share signs.
    public byte[] message(NetworkId network) {
        return Bundle.message(network, namespace, rulesVersion, keyEpoch, ids.size(), root);
    }
}
