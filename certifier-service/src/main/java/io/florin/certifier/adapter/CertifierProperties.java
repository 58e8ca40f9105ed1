package io.florin.certifier.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// A certifier: `florin.certifier.*`.
///
/// @param committer id of the only committer that is believed: the one of the certifier's own organisation
/// @param poll pause after an answer with nothing new, and after a failure
/// @param awaitBlock how long the committer may hold a question for the next block
/// @param answerWithin how long it may take to answer otherwise
/// @param blocksMax blocks asked for at a time
/// @param checkpointsKept of how many of the last blocks what was believed is kept for auditors, some 300 bytes each;
/// any
///     one shows a lie about an earlier block too
@Validated
@ConfigurationProperties("florin.certifier")
public record CertifierProperties(
        @DefaultValue("1") @Min(1) @Max(64) int committer,
        @DefaultValue("200ms") @NotNull Duration poll,
        @DefaultValue("5s") @NotNull Duration awaitBlock,
        @DefaultValue("10s") @NotNull Duration answerWithin,
        @DefaultValue("20") @Min(1) @Max(100) int blocksMax,
        @DefaultValue("1000000") @Min(1) long checkpointsKept) {}
