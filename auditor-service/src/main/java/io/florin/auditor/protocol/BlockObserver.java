package io.florin.auditor.protocol;

import io.florin.crypto.Bytes;
import java.util.List;

/// Told of every block of the chain in order and once per run, those from the database first. One thread at a time.
///
/// After a start from a snapshot an observer is not told of the blocks up to it; it goes on from what it kept there.
///
/// @param <W> what a block leaves to be written; immutable
public interface BlockObserver<W> {

    /// Learns a block. Nothing is written yet.
    ///
    /// @return what to write of it
    W replayed(ReplayedBlock block, ReplayState state);

    /// Writes what blocks left, in the database transaction that stores those blocks. Runs again with all of it, and
    /// perhaps more, when that fails; also where it was committed and nobody heard of it.
    ///
    /// @param left of one block or several, in their order; never empty
    void write(List<W> left);

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
