package io.florin.auditor.protocol;

import io.florin.crypto.Bytes;

/// Told of every block of the chain in order and once per run, those from the database first. One thread at a time.
///
/// After a start from a snapshot an observer is not told of the blocks up to it; it goes on from what it kept there.
public interface BlockObserver {

    /// @return what to write in the database transaction that stores the block; runs again when that fails
    Runnable replayed(ReplayedBlock block, ReplayState state);

    /// Under which name a snapshot keeps its memory; never changes.
    String observerName();

    /// Its memory after the last block it was told of, of what it cannot read elsewhere; empty where that is nothing.
    Bytes memory();

    /// Prepares to go on behind a snapshot's last block.
    ///
    /// @param memory what [#memory] gave after that block
    /// @return takes over; nothing has changed before it runs, and it does not fail
    /// @throws SnapshotUnfit when the memory is none, or what was stored up to there is not as it was written
    Runnable resume(Bytes memory, Past past);
}
