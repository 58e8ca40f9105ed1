package io.florin.auditor.status.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Settings of following committers' statuses: `florin.auditor.status.*`.
///
/// @param partitions of the topic
/// @param poll how often it is looked whether statuses are missing
/// @param askAfter how long the topic may be silent about a block before committers are asked directly
/// @param missingAfter how long nobody may say anything of a block before that is an incident
/// @param timeout for a committer's answer
/// @param certifierPoll pause after certifiers have shown nothing new of what their committers told them
@Validated
@ConfigurationProperties("florin.auditor.status")
public record StatusProperties(
        @DefaultValue("1") @Min(1) @Max(1024) int partitions,
        @DefaultValue("1s") @NotNull Duration poll,
        @DefaultValue("5s") @NotNull Duration askAfter,
        @DefaultValue("30s") @NotNull Duration missingAfter,
        @DefaultValue("5s") @NotNull Duration timeout,
        @DefaultValue("2s") @NotNull Duration certifierPoll) {}
