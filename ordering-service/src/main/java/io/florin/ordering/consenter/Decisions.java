package io.florin.ordering.consenter;

import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Head;
import java.util.List;

/// Decisions that a group's member tells. Decisions of one member come one after the other, the same at every party. A
/// member that cannot carry one out throws, and is stopped.
public interface Decisions {

    /// The group decided these batches, in this order, together.
    ///
    /// @return the head after them
    Head decided(long view, List<Batch> batches);

    /// The head on which the member stands.
    Head position(long view);

    /// The member begins on a later position of the group; returns when this party has all blocks up to it.
    void install(long view, Head position);

    void ready(long view);

    void failed(long view, String reason);
}
