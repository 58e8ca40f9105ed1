package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.holdings.NoteSource.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Endorsers for which blocks wait.
class NoteSourceTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Turn ALL = new Turn(3, false, true, false);
    private static final Turn MORE = new Turn(500, false, true, true);
    private static final Turn SLOW = new Turn(3, false, false, false);
    private static final Turn FAILED = new Turn(0, true, true, false);

    private final NoteSource source = new NoteSource();

    private void turn(Turn gave) {
        source.begun(CompletableFuture.completedFuture(gave));
        assertThat(source.ended(NOON)).isEqualTo(gave.seen());
    }

    private boolean isAwaited() {
        source.begun(new CompletableFuture<>());
        return source.awaited().isPresent();
    }

    @Test
    void oneThatTellsAllInTimeIsWaitedFor() {
        turn(ALL);
        assertThat(source.isBehind()).isFalse();
        assertThat(isAwaited()).isTrue();
    }

    @Test
    void oneThatHasMoreIsWaitedForAgainUntilItIsMissed() {
        turn(MORE);
        assertThat(source.isBehind()).isTrue();
        source.missed();
        assertThat(source.isBehind()).isFalse();
        turn(MORE);
        assertThat(source.isBehind()).as("late until it has no more").isFalse();
        assertThat(isAwaited()).isFalse();
        turn(ALL);
        assertThat(isAwaited()).isTrue();
    }

    @Test
    void oneThatWasNotInTimeIsNotWaitedForUntilItIs() {
        turn(SLOW);
        assertThat(isAwaited()).isFalse();
        turn(SLOW);
        assertThat(isAwaited()).isFalse();
        turn(ALL);
        assertThat(isAwaited()).isTrue();
    }

    @Test
    void oneTurnRunsAtATimeAndNoneSoonAfterAFailure() {
        assertThat(source.mayBegin(NOON)).isTrue();
        source.begun(new CompletableFuture<>());
        assertThat(source.mayBegin(NOON)).isFalse();
        assertThat(source.ended(NOON)).isZero();
        turn(FAILED);
        assertThat(source.mayBegin(NOON.plus(Duration.ofMillis(4_999)))).isFalse();
        assertThat(source.mayBegin(NOON.plusSeconds(5))).isTrue();
    }

    @Test
    void aTurnThatBreaksIsToldOnce() {
        source.begun(CompletableFuture.failedFuture(new IllegalStateException("for tests")));
        assertThatThrownBy(() -> source.ended(NOON)).hasMessageContaining("broke");
        assertThat(source.mayBegin(NOON)).isTrue();
    }
}
