package io.florin.committer.intake.adapter;

import io.florin.ledger.block.BlockFlaw;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.chain.SwitchReason;

/// Is told what operators must know of intake.
public interface IntakeObserver {

    /// A source gave something that is not the next block: somebody lies, or a disk is broken.
    void refused(BlockSource source, BlockFlaw flaw);

    void switched(BlockSource from, BlockSource to, SwitchReason reason);
}
