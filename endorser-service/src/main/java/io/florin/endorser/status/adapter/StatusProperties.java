package io.florin.endorser.status.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Following the ledger: `florin.endorser.status.*`.
///
/// @param partitions of the topic of statuses
/// @param poll how often a committer is asked for its head
/// @param answerWithin how long a committer may take to answer
/// @param receiptsMax receipts fetched at a time
@Validated
@ConfigurationProperties("florin.endorser.status")
public record StatusProperties(
        @DefaultValue("1") @Min(1) @Max(256) int partitions,
        @DefaultValue("1s") @NotNull Duration poll,
        @DefaultValue("3s") @NotNull Duration answerWithin,
        @DefaultValue("512") @Min(1) @Max(1_000) int receiptsMax) {}
