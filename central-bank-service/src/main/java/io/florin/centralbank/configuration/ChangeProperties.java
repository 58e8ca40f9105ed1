package io.florin.centralbank.configuration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.configuration.*`.
///
/// @param proposalLifetime how long officers may take; afterwards a proposal is over
/// @param poll how often open proposals are looked at
/// @param openMax proposals that may be open at once
@Validated
@ConfigurationProperties("florin.configuration")
public record ChangeProperties(
        @DefaultValue("7d") @NotNull Duration proposalLifetime,
        @DefaultValue("500ms") @NotNull Duration poll,
        @DefaultValue("20") @Min(1) @Max(1_000) int openMax) {}
