package io.florin.committer.wiring;

import io.florin.ledger.block.BlockFlaw;

/// The block is not the next one of the chain; nothing was done.
public final class BlockRefusedException extends RuntimeException {

    private final BlockFlaw flaw;

    BlockRefusedException(long number, BlockFlaw flaw) {
        super("block " + number + " refused: " + flaw);
        this.flaw = flaw;
    }

    public BlockFlaw flaw() {
        return flaw;
    }
}
