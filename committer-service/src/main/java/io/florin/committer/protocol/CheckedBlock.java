package io.florin.committer.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.config.NetworkConfiguration;

/// A block that passed every check of intake: it is the next one of the chain and certified.
///
/// @param headerHash hash of its header
/// @param configuration in force for it, which is the one after the block before
public record CheckedBlock(Block block, Bytes32 headerHash, NetworkConfiguration configuration) {

    /// @param block in which the tip finds no flaw
    public static CheckedBlock after(ChainTip tip, Block block) {
        return new CheckedBlock(block, block.header().hash(), tip.configuration());
    }

    public long number() {
        return block.header().number();
    }
}
