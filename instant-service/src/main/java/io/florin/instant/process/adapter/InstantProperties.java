package io.florin.instant.process.adapter;

import io.florin.instant.authority.adapter.ShardLimits;
import io.florin.ledger.rail.RailId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// One authority of one rail: `florin.instant.*`. Its number is that of the node.
///
/// @param rail id in the configuration
/// @param directory of the journals, on a disk of its own
/// @param shards each has a journal and two threads; belongs to the epoch's directory for ever
/// @param address which address the rail's port listens on
/// @param port of the rail; 0 lets the system choose
/// @param authorities the other authorities' ports
/// @param requestsMax requests that a shard answers at once
/// @param eventsMax events of others that wait for a shard
/// @param windowEvery time between two windows of a shard
/// @param snapshotRecords records between two snapshots of a shard at least
/// @param poll pause after an answer of a committer or of registration with nothing new
/// @param awaitBlock how long a committer may hold a question for the next block
/// @param answerWithin how long it may take to answer otherwise
/// @param blocksMax blocks asked for at a time
@Validated
@ConfigurationProperties("florin.instant")
public record InstantProperties(
        @DefaultValue("1") @Min(1) @Max(65_535) int rail,
        @NotNull Path directory,
        @DefaultValue("1") @Min(1) @Max(256) int shards,
        @DefaultValue("0.0.0.0") @NotBlank String address,
        @DefaultValue("0") @Min(0) @Max(65_535) int port,
        @DefaultValue List<@Valid Other> authorities,
        @DefaultValue("8192") @Min(1) @Max(65_536) int requestsMax,
        @DefaultValue("8192") @Min(1) @Max(65_536) int eventsMax,
        @DefaultValue("250ms") @NotNull Duration windowEvery,
        @DefaultValue("200000") @Min(1) long snapshotRecords,
        @DefaultValue("100ms") @NotNull Duration poll,
        @DefaultValue("5s") @NotNull Duration awaitBlock,
        @DefaultValue("10s") @NotNull Duration answerWithin,
        @DefaultValue("50") @Min(1) @Max(100) int blocksMax) {

    /// Another authority's port of the rail.
    ///
    /// @param id its number
    /// @param host name or address
    public record Other(
            @Min(1) @Max(31) int id,
            @NotBlank String host,
            @Min(1) @Max(65_535) int port) {

        InetSocketAddress socket() {
            return new InetSocketAddress(host, port);
        }
    }

    public RailId railId() {
        return new RailId(rail);
    }

    ShardLimits limits() {
        return new ShardLimits(requestsMax, eventsMax, windowEvery, snapshotRecords);
    }
}
