package io.florin.auditor.trail.adapter;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// How blocks are followed: `florin.auditor.trail.*`.
///
/// @param poll how often it is looked whether blocks are missing
/// @param behindAfter how long no block may come before parties are asked how far they are
/// @param fetchMax blocks fetched from a party at a time
/// @param lagMax blocks behind the parties from which on the service is not ready
/// @param snapshotBlocks after how many blocks a snapshot of the own replay is kept, less often once the chain has
/// fifty times as many
@Validated
@ConfigurationProperties("florin.auditor.trail")
public record TrailProperties(
        @DefaultValue("500ms") @NotNull Duration poll,
        @DefaultValue("3s") @NotNull Duration behindAfter,
        @DefaultValue("500") @Min(1) int fetchMax,
        @DefaultValue("1000") @Min(1) int lagMax,
        @DefaultValue("1000") @Min(1) int snapshotBlocks) {}
