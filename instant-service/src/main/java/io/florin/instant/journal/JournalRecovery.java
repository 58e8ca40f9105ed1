package io.florin.instant.journal;

/// Takes what a journal holds while it is opened: the parts of its snapshot if it has one, then the records after it.
/// Whatever it throws stops the opening.
public interface JournalRecovery {
    /// The next part of the snapshot, as it was given.
    void part(byte[] part);

    /// The next record.
    ///
    /// @param height its number, 1 for the first of all
    void record(long height, byte[] record);
}
