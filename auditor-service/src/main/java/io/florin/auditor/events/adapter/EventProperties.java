package io.florin.auditor.events.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Publishing events: `florin.auditor.events.*`.
///
/// @param poll how often it is looked for events that wait
/// @param batchMax events written at a time
@Validated
@ConfigurationProperties("florin.auditor.events")
public record EventProperties(
        @DefaultValue("500ms") @NotNull Duration poll,
        @DefaultValue("500") @Min(1) @Max(10_000) int batchMax) {}
