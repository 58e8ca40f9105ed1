package io.florin.runtime.chain;

import java.util.function.BooleanSupplier;

/// Takes what a follower finds.
public interface ArrivedBlocks {

    /// Hands over the bytes of a block; waits while the receiver is busy, but not longer than until `given up`.
    void arrived(byte[] bytes, BooleanSupplier givenUp) throws InterruptedException;

    /// The source cannot go on.
    void lost(Throwable reason);
}
