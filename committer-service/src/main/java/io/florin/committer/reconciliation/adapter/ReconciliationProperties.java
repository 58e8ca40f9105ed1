package io.florin.committer.reconciliation.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Settings of holding endorsers to account: `florin.committer.reconciliation.*`.
///
/// @param enabled false in a network whose endorsers this committer may not ask
/// @param concurrency client transactions asked for at a time
/// @param attempts looks before a transaction counts as missing
/// @param pause after the first look in vain; doubles
/// @param pauseMax the longest pause between looks
/// @param openMax transactions that may be open before no further block is looked at
@Validated
@ConfigurationProperties("florin.committer.reconciliation")
public record ReconciliationProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("4") @Min(1) @Max(64) int concurrency,
        @DefaultValue("8") @Min(1) @Max(100) int attempts,
        @DefaultValue("1s") @NotNull Duration pause,
        @DefaultValue("60s") @NotNull Duration pauseMax,
        @DefaultValue("10000") @Min(1) @Max(1_000_000) int openMax) {}
