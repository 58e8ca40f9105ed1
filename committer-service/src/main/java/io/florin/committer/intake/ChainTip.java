package io.florin.committer.intake;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.Optional;

/// The end of the chain as far as it was taken, and the checks that the next block must pass: those of `SerialReplay`,
/// in the same order, and the bound on a block's bytes.
///
/// @param configuration in force for the next block
public record ChainTip(NetworkId network, long number, Bytes32 headerHash, NetworkConfiguration configuration) {

    /// Empty when the block is the next one of the chain.
    public Optional<BlockFlaw> flaw(Block block) {
        if (!block.header().network().equals(network)) {
            return Optional.of(BlockFlaw.OTHER_NETWORK);
        }
        if (block.header().number() != number + 1) {
            return Optional.of(BlockFlaw.RENUMBERED);
        }
        if (!block.header().previousHash().equals(headerHash)) {
            return Optional.of(BlockFlaw.NOT_SUCCESSOR);
        }
        if (bytes(block) > Block.ENTRIES_BYTES_MAX) {
            return Optional.of(BlockFlaw.TOO_LARGE);
        }
        if (!block.matchesRoot()) {
            return Optional.of(BlockFlaw.WRONG_ROOT);
        }
        return block.certificate().flaw(block.header(), configuration).map(_ -> BlockFlaw.BAD_CERTIFICATE);
    }

    private static long bytes(Block block) {
        return block.entries().stream().mapToLong(Bytes::size).sum();
    }

    /// A block without a flaw, ready to be worked on.
    public CheckedBlock checked(Block block) {
        return new CheckedBlock(block, block.header().hash(), configuration);
    }

    public ChainTip after(CheckedBlock block) {
        return new ChainTip(network, block.number(), block.headerHash(), configuration);
    }

    public ChainTip with(NetworkConfiguration newConfiguration) {
        return new ChainTip(network, number, headerHash, newConfiguration);
    }
}
