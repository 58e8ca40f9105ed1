package io.florin.committer.status.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Settings of publishing statuses: `florin.committer.status.*`.
///
/// @param partition of the topic that this committer writes to, so that its blocks stay in order
/// @param partitions that the topic is made with when it does not exist
/// @param inFlightMax records written and not acknowledged
/// @param retry first pause after a failure; doubles
/// @param retryMax the longest pause
@Validated
@ConfigurationProperties("florin.committer.status")
public record PublisherProperties(
        @DefaultValue("0") @Min(0) @Max(1023) int partition,
        @DefaultValue("1") @Min(1) @Max(1024) int partitions,
        @DefaultValue("16") @Min(1) @Max(256) int inFlightMax,
        @DefaultValue("200ms") @NotNull Duration retry,
        @DefaultValue("5s") @NotNull Duration retryMax) {}
