package io.florin.committer.intake.adapter;

import io.florin.runtime.chain.ArrivedBlocks;
import io.florin.runtime.chain.BlockFollower;
import io.florin.runtime.chain.BlockSource;

/// Opens followers of sources.
@FunctionalInterface
interface FollowerFactory {

    /// Starts to follow and returns at once.
    BlockFollower follow(BlockSource source, long fromNumber, ArrivedBlocks receiver);
}
