package io.florin.auditor.wiring;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Settings of no single feature: `florin.auditor.*`.
///
/// @param logCheck how often the whole log of decisions is checked
/// @param expiryCheck how often it is looked which waiting transactions have expired
@Validated
@ConfigurationProperties("florin.auditor")
public record AuditorProperties(
        @DefaultValue("60s") @NotNull Duration logCheck,
        @DefaultValue("5s") @NotNull Duration expiryCheck) {}
