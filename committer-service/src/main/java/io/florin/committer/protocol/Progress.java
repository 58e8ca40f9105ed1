package io.florin.committer.protocol;

/// Remembers how far something has come, across restarts; after a power failure it may be a little behind.
public interface Progress {

    /// The last block done, 0 before the first.
    long done(String name);

    void setDone(String name, long block);
}
