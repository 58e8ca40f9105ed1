package io.florin.instant.journal.adapter;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.SortedSet;

/// The directory of one journal, and of nobody else; tests have one that crashes, is full and loses what was not
/// forced. Content is safe after a force of its file, names after [#force].
interface JournalDisk extends AutoCloseable {
    SortedSet<String> names() throws IOException;

    /// Opens a file for reading and writing, and makes it if it is not there.
    FileChannel open(String name) throws IOException;

    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /// Names that were made, changed or deleted are on disk.
    void force() throws IOException;

    @Override
    void close() throws IOException;
}
