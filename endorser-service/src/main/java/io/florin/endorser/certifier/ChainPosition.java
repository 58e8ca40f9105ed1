package io.florin.endorser.certifier;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.StateHash;

/// How far a certifier has followed the ledger. It always begins at genesis, which it has itself: nobody has to be
/// believed about what came before.
///
/// @param number last block, 0 before the first
/// @param headerHash its hash; the network id before the first
/// @param stateHash after it, calculated here from all blocks and statuses so far
/// @param configuration in force for the next block
public record ChainPosition(long number, Bytes32 headerHash, Bytes32 stateHash, NetworkConfiguration configuration) {

    public static ChainPosition start(Genesis genesis) {
        return new ChainPosition(
                0,
                genesis.networkId().value(),
                StateHash.ofGenesis(genesis.networkId(), genesis.configuration()),
                genesis.configuration());
    }

    /// What the next block must follow.
    ChainTip tip(NetworkId network) {
        return new ChainTip(network, number, headerHash, configuration);
    }
}
