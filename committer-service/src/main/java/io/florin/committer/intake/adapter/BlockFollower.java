package io.florin.committer.intake.adapter;

/// Gives the blocks of one source to intake until it is closed.
interface BlockFollower extends AutoCloseable {

    /// Returns at once; what is still on its way is dropped.
    @Override
    void close();
}
