package io.florin.auditor.openings.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Openings by case: `florin.auditor.openings.*`.
///
/// @param tableBits the table for values has 2^this entries, 12 bytes each; made once in the background
/// @param keyCheck how often the members' key is checked once it was found right
/// @param keyShut how long checks may fail to open anything until that is an incident
/// @param poll how often it is looked whether a check is due
@Validated
@ConfigurationProperties("florin.auditor.openings")
record OpeningProperties(
        @DefaultValue("18") @Min(8) @Max(22) int tableBits,
        @DefaultValue("24h") @NotNull Duration keyCheck,
        @DefaultValue("10m") @NotNull Duration keyShut,
        @DefaultValue("10s") @NotNull Duration poll) {}
