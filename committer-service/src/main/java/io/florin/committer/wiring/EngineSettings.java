package io.florin.committer.wiring;

import java.nio.file.Path;

/// Settings of a committer engine.
///
/// @param directory where everything is kept
/// @param shards number of state shards; belongs to the directory for ever
/// @param verifierThreads threads that check signatures
/// @param windowBlocks blocks that may be pending at a time
/// @param cacheBytes read cache of each shard
/// @param writeBufferBytes memory in which each shard gathers rows, per column family
/// @param logSegmentBytes size of a segment of the decision log
/// @param timesMax blocks whose times are kept
public record EngineSettings(
        Path directory,
        int shards,
        int verifierThreads,
        int windowBlocks,
        long cacheBytes,
        long writeBufferBytes,
        long logSegmentBytes,
        int timesMax) {

    private static final int WINDOW_MAX = 256;
    private static final int TIMES_MAX = 1_000_000;
    private static final long MEGABYTE = 1024 * 1024;

    public EngineSettings {
        if (windowBlocks < 1 || windowBlocks > WINDOW_MAX || verifierThreads < 1) {
            throw new IllegalArgumentException("1 to " + WINDOW_MAX + " pending blocks, at least one verifier thread");
        }
        if (timesMax < 1) {
            throw new IllegalArgumentException("times of at least one block");
        }
    }

    /// Two shards, one verifier thread per core, moderate memory.
    public static EngineSettings of(Path directory) {
        return new EngineSettings(
                directory,
                2,
                Runtime.getRuntime().availableProcessors(),
                32,
                64 * MEGABYTE,
                32 * MEGABYTE,
                16 * MEGABYTE,
                TIMES_MAX);
    }

    public EngineSettings withShards(int count) {
        return new EngineSettings(
                directory,
                count,
                verifierThreads,
                windowBlocks,
                cacheBytes,
                writeBufferBytes,
                logSegmentBytes,
                timesMax);
    }
}
