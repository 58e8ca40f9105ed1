package io.florin.committer.wiring;

import io.florin.committer.protocol.CompletedBlock;

/// Is told how long the steps of the commit protocol take. Called on the engine's threads: must be quick.
public interface CommitterObserver {

    /// Sees nothing.
    CommitterObserver NONE = new CommitterObserver() {};

    /// The stateless checks of one block took so long.
    default void verified(long nanos) {}

    /// One shard answered one question after so long.
    default void prepared(long nanos) {}

    /// One log record was durable after so long.
    default void logged(long nanos) {}

    /// A block was complete so long after it was taken.
    default void completed(CompletedBlock block, long nanos) {}
}
