package io.florin.ordering.intake.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/// Settings of taking bundles: `florin.ordering.intake.*`.
///
/// @param partitions of this party's topic of bundles
/// @param configurationChecks endorsements of the configuration namespace checked a second, of each sender
/// @param memory bundles that may wait for their block: three quarters of it from the topic, which is read no further
/// beyond, and a sixteenth from each endorser that submits directly, which is refused beyond
@Validated
@ConfigurationProperties("florin.ordering.intake")
public record IntakeProperties(
        @DefaultValue("1") @Min(1) @Max(64) int partitions,
        @DefaultValue("10") @Min(1) @Max(1000) int configurationChecks,
        @DefaultValue("64MB") @NotNull DataSize memory) {}
