package io.florin.benchmarks.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.benchmarks.platform.PaymentStages.Stage;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PaymentStagesTest {

    private static final Instant DUE = Instant.parse("2026-03-01T12:00:00Z");

    private final Map<Stage, @Nullable Instant> points = new EnumMap<>(Stage.class);

    private void at(Stage stage, long millis) {
        points.put(stage, DUE.plusMillis(millis));
    }

    @Test
    void stagesBeginWhereTheOneBeforeEndsAndAddUp() {
        at(Stage.ACCEPT, 5);
        at(Stage.SIGN, 25);
        at(Stage.BOOK, 95);
        at(Stage.WHOLE, 95);
        Map<Stage, Long> stretches = PaymentStages.stretches(DUE, points);
        assertThat(stretches)
                .containsExactly(
                        Map.entry(Stage.ACCEPT, 5_000L),
                        Map.entry(Stage.SIGN, 20_000L),
                        Map.entry(Stage.BOOK, 70_000L),
                        Map.entry(Stage.WHOLE, 95_000L));
    }

    /// A block's first bundle may have come in before this payment's was endorsed.
    @Test
    void whatLiesBeforeAnEarlierStageTakesNoTimeAndGivesNone() {
        at(Stage.ENDORSE, 40);
        at(Stage.BRING, 30);
        at(Stage.CUT, 50);
        Map<Stage, Long> stretches = PaymentStages.stretches(DUE, points);
        assertThat(stretches)
                .containsEntry(Stage.BRING, 0L)
                .containsEntry(Stage.CUT, 10_000L)
                .doesNotContainKey(Stage.DECIDE);
    }
}
