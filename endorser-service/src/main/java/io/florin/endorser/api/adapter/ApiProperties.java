package io.florin.endorser.api.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// The public interface: `florin.endorser.api.*`.
///
/// @param notesMax notes on a page
@Validated
@ConfigurationProperties("florin.endorser.api")
public record ApiProperties(
        @DefaultValue("1000") @Min(1) @Max(1_000) int notesMax) {}
