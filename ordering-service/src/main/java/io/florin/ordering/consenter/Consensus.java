package io.florin.ordering.consenter;

import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Head;

/// This party's member of consensus groups, one after the other. A group orders batches within one view; it may forget
/// everything when its members stop, because the header chain above it keeps what counts.
public interface Consensus {

    /// Starts a member; it tells [Decisions] when it works or when it cannot.
    ///
    /// @param founding whether the group begins now; otherwise the member learns from those that run
    void start(long view, Head start, boolean founding);

    /// Stops the member of the view; nothing is told of it afterwards.
    void stop(long view);

    /// Takes a batch of this or another party as pending. Every member should get it; one is enough.
    ///
    /// @return false when no member of this view works here, or the batch is refused
    boolean submit(Batch batch);

    /// Number of times that the group has changed its leader in this member's view.
    int leaderChanges();
}
