package io.florin.certifier;

import io.florin.crypto.Bytes32;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.ResultTip;

/// Position up to which a certifier has followed the ledger. It always begins at genesis, which it has itself: nobody
/// has to be believed about the blocks before.
///
/// @param headerHash of the last block; the network id before the first
/// @param results what the next result must follow: number, state hash and configuration
public record ChainPosition(Bytes32 headerHash, ResultTip results) {

    public static ChainPosition start(Genesis genesis) {
        return new ChainPosition(genesis.networkId().value(), ResultTip.of(genesis));
    }

    /// Last block, 0 before the first.
    public long number() {
        return results.number();
    }

    /// In force for the next block.
    public NetworkConfiguration configuration() {
        return results.configuration();
    }

    /// Tip that the next block must follow.
    ChainTip blocks() {
        return new ChainTip(results.network(), results.number(), headerHash, results.configuration());
    }
}
