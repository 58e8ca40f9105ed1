package io.florin.auditor.protocol;

/// Told of every block of the chain in order and once per run, those from the database first. One thread at a time.
public interface BlockObserver {

    /// @return what to write in the database transaction that stores the block; runs again when that fails
    Runnable replayed(ReplayedBlock block, ReplayState state);
}
