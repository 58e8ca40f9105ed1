package io.florin.endorser.protocol;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a share is asked for: these transactions in this order, whose settlement transactions have this root.
///
/// @param ids 1 to 512
/// @param preparations by index of the signers, where the scheme has any: what each of them, and nobody else, signs
/// with
public record ShareOrder(
        NamespaceId namespace,
        int rulesVersion,
        long keyEpoch,
        List<TransactionId> ids,
        Bytes32 root,
        SortedMap<Integer, Bytes> preparations) {

    public ShareOrder {
        ids = List.copyOf(ids);
        preparations = Collections.unmodifiableSortedMap(new TreeMap<>(preparations));
        if (ids.isEmpty() || ids.size() > Bundle.TRANSACTIONS_MAX) {
            throw new IllegalArgumentException("a share is for 1 to " + Bundle.TRANSACTIONS_MAX + " transactions");
        }
    }

    /// An order that needs no preparation.
    public ShareOrder(NamespaceId namespace, int rulesVersion, long keyEpoch, List<TransactionId> ids, Bytes32 root) {
        this(namespace, rulesVersion, keyEpoch, ids, root, Collections.emptySortedMap());
    }

    /// The same order for signers that prepared.
    public ShareOrder with(SortedMap<Integer, Bytes> prepared) {
        return new ShareOrder(namespace, rulesVersion, keyEpoch, ids, root, prepared);
    }

    /// The bytes that a share signs.
    public byte[] message(NetworkId network) {
        return Bundle.message(network, namespace, rulesVersion, keyEpoch, ids.size(), root);
    }
}
