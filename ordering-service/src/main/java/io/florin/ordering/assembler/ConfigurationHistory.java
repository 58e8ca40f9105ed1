package io.florin.ordering.assembler;

import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ordering.protocol.BlockStore;

/// The configuration in force after each block of a party's store. Remembers where it was last asked for, so that a
/// later height costs only the blocks in between; the first question after a start reads every block that may change
/// the configuration.
///
/// For any thread.
public final class ConfigurationHistory {
    private final NetworkId network;
    private final NetworkConfiguration genesis;
    private final BlockStore blocks;
    private ConfigurationFollower last;
    private long lastHeight;

    public ConfigurationHistory(NetworkId network, NetworkConfiguration genesis, BlockStore blocks) {
        this.network = network;
        this.genesis = genesis;
        this.blocks = blocks;
        this.last = new ConfigurationFollower(network, genesis);
    }

    /// In force after a block of the store; the caller's own.
    public synchronized ConfigurationFollower at(long height) {
        if (height < lastHeight) {
            last = new ConfigurationFollower(network, genesis);
            lastHeight = 0;
        }
        for (long number : blocks.configurationBlocks(lastHeight + 1, height)) {
            last.apply(number, blocks.block(number).orElseThrow().entries());
        }
        lastHeight = height;
        return last.copy();
    }
}
