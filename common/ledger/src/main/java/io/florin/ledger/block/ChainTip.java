package io.florin.ledger.block;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.Optional;

/// The end of a chain of certified blocks, and the rule that tells its next block (protocol decision 15). Whoever
/// follows blocks asks here, so that no follower takes a block that another one refuses.
///
/// @param number last block, 0 before the first
/// @param headerHash hash of its header; the network id before the first
/// @param configuration in force for the next block
public record ChainTip(NetworkId network, long number, Bytes32 headerHash, NetworkConfiguration configuration) {

    /// Before the first block.
    public static ChainTip of(Genesis genesis) {
        NetworkId network = genesis.networkId();
        return new ChainTip(network, 0, network.value(), genesis.configuration());
    }

    /// Empty when the block is the next one of the chain.
    public Optional<BlockFlaw> flaw(Block block) {
        return block.header().flawAfter(network, number, headerHash).or(() -> block.flaw(configuration));
    }

    /// Behind its next block.
    public ChainTip after(Block block) {
        return new ChainTip(network, block.header().number(), block.header().hash(), configuration);
    }

    public ChainTip with(NetworkConfiguration newConfiguration) {
        return new ChainTip(network, number, headerHash, newConfiguration);
    }
}
