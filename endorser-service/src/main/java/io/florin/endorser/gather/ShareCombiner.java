package io.florin.endorser.gather;

import io.florin.crypto.Bytes;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.SigningOrder;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// Combines shares by the scheme of their group and verifies the result; only when that fails are shares verified one
/// by one, each under its own verification key. About 1 ms for an honest bundle whatever t is. Any thread.
public final class ShareCombiner {

    private final NetworkId network;
    private final Map<EndorserGroup, GroupKey> keys = new ConcurrentHashMap<>();

    public ShareCombiner(NetworkId network) {
        this.network = network;
    }

    /// @param shares of all signers, by index
    public GroupKey.Combined combine(EndorserGroup group, ShareOrder order, SortedMap<Integer, Bytes> shares) {
        SortedMap<Integer, Bytes> preparations = order.preparations();
        if (preparations.isEmpty()) {
            preparations = new TreeMap<>();
            for (int signer : shares.keySet()) {
                preparations.put(signer, Bytes.EMPTY);
            }
        }
        var signing = new SigningOrder(Bytes.of(order.message(network)), preparations);
        return key(group).combine(signing, shares);
    }

    /// Decoding a key costs as much as a signature; there are as many as namespaces and epochs.
    private GroupKey key(EndorserGroup group) {
        return keys.computeIfAbsent(
                group,
                each -> GroupKeys.group(each.scheme(), each.threshold(), each.groupKey(), each.verificationKeys()));
    }
}
