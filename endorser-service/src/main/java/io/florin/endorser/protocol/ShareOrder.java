package io.florin.endorser.protocol;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Subject of a share: these transactions in this order, whose settlement transactions have this root.
///
/// @param sharing of the shares that are asked for, see [#sharingOf]
/// @param ids 1 to 512
/// @param preparations by index of the signers, where the scheme has any: what each of them, and nobody else, signs
/// with
public record ShareOrder(
        NamespaceId namespace,
        int rulesVersion,
        long keyEpoch,
        Bytes32 sharing,
        List<TransactionId> ids,
        Bytes32 root,
        SortedMap<Integer, Bytes> preparations) {

    private static final byte[] SHARING = "florin/endorser/sharing/1".getBytes(StandardCharsets.US_ASCII);

    public ShareOrder {
        ids = List.copyOf(ids);
        preparations = Collections.unmodifiableSortedMap(new TreeMap<>(preparations));
        if (ids.isEmpty() || ids.size() > Bundle.TRANSACTIONS_MAX) {
            throw new IllegalArgumentException("a share is for 1 to " + Bundle.TRANSACTIONS_MAX + " transactions");
        }
    }

    /// An order that needs no preparation.
    ///
    /// @param group with the verification keys of the shares in use
    public ShareOrder(EndorserGroup group, int rulesVersion, List<TransactionId> ids, Bytes32 root) {
        this(group, rulesVersion, ids, root, Collections.emptySortedMap());
    }

    /// An order for shares of a group's key.
    ///
    /// @param group with the verification keys of the shares in use
    public ShareOrder(
            EndorserGroup group,
            int rulesVersion,
            List<TransactionId> ids,
            Bytes32 root,
            SortedMap<Integer, Bytes> preparations) {
        this(group.namespace(), rulesVersion, group.epoch(), sharingOf(group), ids, root, preparations);
    }

    /// Names the shares that sign together: a hash of the key and all verification keys. A refresh leaves the key and
    /// changes the shares, and one from before it and one from after it make no signature: with ECDSA nobody could even
    /// be named for that.
    ///
    /// @param group with the verification keys of the shares in use
    public static Bytes32 sharingOf(EndorserGroup group) {
        List<byte[]> parts = new ArrayList<>();
        parts.add(SHARING);
        parts.add(new byte[] {(byte) group.scheme().number(), (byte) group.threshold()});
        parts.add(group.groupKey().toArray());
        group.verificationKeys().forEach(key -> parts.add(key.toArray()));
        return Sha256.hash(parts.toArray(byte[][]::new));
    }

    /// The same order for signers that prepared.
    public ShareOrder with(SortedMap<Integer, Bytes> prepared) {
        return new ShareOrder(namespace, rulesVersion, keyEpoch, sharing, ids, root, prepared);
    }

    /// The bytes that a share signs.
    public byte[] message(NetworkId network) {
        return Bundle.message(network, namespace, rulesVersion, keyEpoch, ids.size(), root);
    }
}
