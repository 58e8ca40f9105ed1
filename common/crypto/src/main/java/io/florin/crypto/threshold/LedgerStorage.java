package io.florin.crypto.threshold;

import java.io.IOException;

/// The file under a [NonceLedger]; tests have one that crashes.
interface LedgerStorage extends AutoCloseable {
    /// Identity that tells this file from every copy of it, and stays the same as long as it exists.
    byte[] identity();

    long size() throws IOException;

    /// @throws java.io.EOFException if the file ends before
    byte[] read(long position, int length) throws IOException;

    void write(long position, byte[] bytes) throws IOException;

    void truncate(long size) throws IOException;

    /// Returns when all that was written is on the disk.
    void force() throws IOException;

    @Override
    void close() throws IOException;
}
