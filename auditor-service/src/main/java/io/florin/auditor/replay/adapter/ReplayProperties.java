package io.florin.auditor.replay.adapter;

import io.florin.runtime.chain.SourceTimings;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Settings of following blocks: `florin.auditor.trail.*`.
///
/// @param poll how often parties are asked how far they are, and a block store for the next block
/// @param behindAfter how long a source may give less than another party claims
/// @param lagMax blocks behind the parties from which on the service is not ready
/// @param snapshotBlocks after how many blocks a snapshot of the own replay is kept, less often once the chain has
/// fifty times as many
@Validated
@ConfigurationProperties("florin.auditor.trail")
public record ReplayProperties(
        @DefaultValue("500ms") @NotNull Duration poll,
        @DefaultValue("3s") @NotNull Duration behindAfter,
        @DefaultValue("1000") @Min(1) int lagMax,
        @DefaultValue("1000") @Min(1) int snapshotBlocks) {

    private static final int CATCH_UP_BLOCKS = 16;
    private static final int SILENT_TIMES = 5;
    private static final int RETURN_TIMES = 10;
    private static final Duration RETURN_MAX = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

    SourceTimings patienceWithSources() {
        long behind = behindAfter.toMillis();
        return new SourceTimings(
                behind,
                CATCH_UP_BLOCKS,
                SILENT_TIMES * behind,
                RETURN_TIMES * behind,
                RETURN_MAX.toMillis(),
                PAUSE.toMillis(),
                PAUSE_MAX.toMillis());
    }
}
