package io.florin.endorser.certifier;

import io.florin.crypto.Bytes32;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;

/// How far a certifier has followed the ledger.
///
/// @param number last block, 0 before the first
/// @param headerHash its hash; the network id before the first
/// @param configuration in force for the next block
public record ChainPosition(long number, Bytes32 headerHash, NetworkConfiguration configuration) {

    public static ChainPosition start(Genesis genesis) {
        return new ChainPosition(0, genesis.networkId().value(), genesis.configuration());
    }
}
