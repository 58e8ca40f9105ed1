package io.florin.endorser.store.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// The store: `florin.endorser.store.*`.
///
/// @param changesMax changes that wait for the writer; above it callers wait
/// @param groupMax changes that share one commit
@Validated
@ConfigurationProperties("florin.endorser.store")
public record StoreProperties(
        @DefaultValue("1024") @Min(1) @Max(65_536) int changesMax,
        @DefaultValue("64") @Min(1) @Max(1_024) int groupMax) {}
