package io.florin.committer.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;

/// Tells blocks after which another configuration may be in force: the next block waits until such a block is settled,
/// all others are worked on side by side.
public final class ConfigurationBarrier {

    private static final int NAMESPACE_OFFSET = 1;

    private ConfigurationBarrier() {}

    /// True when an entry begins like a bundle of the configuration namespace. Says yes too often rather than too
    /// rarely: only such a bundle can carry a configuration transaction.
    public static boolean isRaisedBy(Block block) {
        return block.entries().stream().anyMatch(ConfigurationBarrier::mayConfigure);
    }

    private static boolean mayConfigure(Bytes entry) {
        if (entry.size() <= NAMESPACE_OFFSET + 1) {
            return false;
        }
        byte[] raw = entry.toArray();
        return raw[NAMESPACE_OFFSET] == 0 && raw[NAMESPACE_OFFSET + 1] == 0;
    }
}
