package io.florin.committer.intake.adapter;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.ledger.block.ChainTip;

/// Takes accepted blocks and works on them.
public interface BlockTaker {

    /// Waits while too many blocks are pending.
    void take(CheckedBlock block) throws InterruptedException;

    /// The end of the chain as far as it was taken; waits until the configuration for the next block is known.
    ChainTip awaitTip() throws InterruptedException;
}
