package io.florin.committer.intake.adapter;

import io.florin.runtime.chain.SourceTimings;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Sources of blocks and the patience with them: `florin.committer.intake.*`.
///
/// @param party whose topic is followed first
/// @param behind how long the source may give less than another party claims
/// @param catchUpBlocks blocks in that time that are enough, however far behind the source is
/// @param silent how long the source may be silent when no party can be asked for its head
/// @param returnAfter how long a block store is followed before a topic is tried again; doubles when that fails
/// @param pause wait after the second flaw in a row; doubles
/// @param tick how often intake looks at the time
/// @param headEvery how often each party is asked for its head
/// @param pollEvery how often a block store is asked for the next block
@Validated
@ConfigurationProperties("florin.committer.intake")
public record IntakeProperties(
        @DefaultValue("1") @Min(0) @Max(255) int party,
        @DefaultValue("3s") @NotNull Duration behind,
        @DefaultValue("16") @Min(1) @Max(10_000) int catchUpBlocks,
        @DefaultValue("15s") @NotNull Duration silent,
        @DefaultValue("30s") @NotNull Duration returnAfter,
        @DefaultValue("200ms") @NotNull Duration pause,
        @DefaultValue("100ms") @NotNull Duration tick,
        @DefaultValue("500ms") @NotNull Duration headEvery,
        @DefaultValue("50ms") @NotNull Duration pollEvery) {

    private static final Duration RETURN_MAX = Duration.ofMinutes(10);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

    SourceTimings timings() {
        return new SourceTimings(
                behind.toMillis(),
                catchUpBlocks,
                silent.toMillis(),
                returnAfter.toMillis(),
                RETURN_MAX.toMillis(),
                pause.toMillis(),
                PAUSE_MAX.toMillis());
    }
}
