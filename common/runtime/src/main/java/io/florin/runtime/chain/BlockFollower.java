package io.florin.runtime.chain;

/// Gives the blocks of one source to whoever follows it, until it is closed.
public interface BlockFollower extends AutoCloseable {

    /// Returns at once; what is still on its way is dropped.
    @Override
    void close();
}
