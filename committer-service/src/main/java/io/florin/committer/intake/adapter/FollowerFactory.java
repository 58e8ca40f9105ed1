package io.florin.committer.intake.adapter;

import io.florin.committer.intake.BlockSource;

/// Opens followers of sources.
@FunctionalInterface
interface FollowerFactory {

    /// Starts to follow and returns at once.
    BlockFollower follow(BlockSource source, long fromNumber, ArrivedBlocks receiver);
}
