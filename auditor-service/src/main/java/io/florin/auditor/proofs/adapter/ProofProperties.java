package io.florin.auditor.proofs.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Settings of verifying proofs again: `florin.auditor.proofs.*`.
///
/// @param poll pause while there is nothing to verify
/// @param attempts looks before a payment counts as missing
/// @param pause after the first look in vain; doubles
/// @param pauseMax the longest pause between looks
/// @param openMax payments that may be open before no further block is looked at
@Validated
@ConfigurationProperties("florin.auditor.proofs")
public record ProofProperties(
        @DefaultValue("500ms") @NotNull Duration poll,
        @DefaultValue("8") @Min(1) @Max(100) int attempts,
        @DefaultValue("1s") @NotNull Duration pause,
        @DefaultValue("60s") @NotNull Duration pauseMax,
        @DefaultValue("10000") @Min(1) @Max(1_000_000) int openMax) {}
