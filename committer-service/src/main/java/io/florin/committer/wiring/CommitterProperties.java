package io.florin.committer.wiring;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/// Data directory of the committer, and bounds of what it does at a time: `florin.committer.*`.
///
/// @param directory of chain store, decision log, state shards and accusations
/// @param shards number of state shards; belongs to the directory for ever
/// @param verifierThreads threads that check signatures; 0 for one per core
/// @param windowBlocks blocks that may be pending at a time
/// @param cache read cache of each shard
/// @param writeBuffer memory in which each shard gathers rows, per column family
/// @param logSegment size of a segment of the decision log
/// @param timesMax blocks whose times are kept, 24 bytes each
/// @param slowBlock a block that takes longer than this from its arrival to its completion is logged
@Validated
@ConfigurationProperties("florin.committer")
public record CommitterProperties(
        @NotNull Path directory,
        @DefaultValue("2") @Min(1) @Max(64) int shards,
        @DefaultValue("0") @Min(0) @Max(256) int verifierThreads,
        @DefaultValue("32") @Min(1) @Max(256) int windowBlocks,
        @DefaultValue("64MB") @NotNull DataSize cache,
        @DefaultValue("32MB") @NotNull DataSize writeBuffer,
        @DefaultValue("16MB") @NotNull DataSize logSegment,
        @DefaultValue("1000000") @Min(1) @Max(100_000_000) int timesMax,
        @DefaultValue("2s") @NotNull Duration slowBlock) {

    EngineSettings settings() {
        return new EngineSettings(
                directory,
                shards,
                verifierThreads == 0 ? Runtime.getRuntime().availableProcessors() : verifierThreads,
                windowBlocks,
                cache.toBytes(),
                writeBuffer.toBytes(),
                logSegment.toBytes(),
                timesMax);
    }
}
