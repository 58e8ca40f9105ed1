package io.florin.auditor.trail;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.trail.SourceSwitch.Effect;
import io.florin.auditor.trail.SourceSwitch.Event;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SourceSwitchTest {
    private static final long BEHIND_AFTER = 3_000;

    private final SourceSwitch sources = new SourceSwitch(List.of(1, 2, 3, 4), BEHIND_AFTER, 0);

    @Test
    void asksNobodyWhileBlocksCome() {
        for (long now = 0; now < 20_000; now += 1_000) {
            assertThat(sources.on(new Event.Progress(true), now)).isEmpty();
            assertThat(sources.on(new Event.Tick(), now + 500)).isEmpty();
        }
        assertThat(sources.current()).isEqualTo(1);
    }

    @Test
    void staysWhereItIsWhenNobodyHasMore() {
        assertThat(sources.on(new Event.Tick(), BEHIND_AFTER)).containsExactly(new Effect.AskHeads());
        assertThat(sources.on(heads(5, Map.of(1, 5L, 2, 5L)), BEHIND_AFTER)).isEmpty();
        assertThat(sources.on(new Event.Tick(), BEHIND_AFTER + 500)).isEmpty();
    }

    @Test
    void leavesATopicThatWithholdsBlocksOnlyWhenItStaysSilent() {
        sources.on(new Event.Tick(), BEHIND_AFTER);
        assertThat(sources.on(heads(5, Map.of(1, 5L, 3, 7L)), BEHIND_AFTER)).isEmpty();
        assertThat(sources.on(new Event.Tick(), BEHIND_AFTER + BEHIND_AFTER / 2))
                .containsExactly(new Effect.AskHeads());

        assertThat(sources.on(heads(5, Map.of(1, 5L, 3, 8L)), BEHIND_AFTER + BEHIND_AFTER / 2))
                .containsExactly(new Effect.Fetch(List.of(3), 8), new Effect.Follow(3));
        assertThat(sources.current()).isEqualTo(3);
    }

    @Test
    void forgetsItsSuspicionWhenTheTopicDelivers() {
        sources.on(new Event.Tick(), BEHIND_AFTER);
        sources.on(heads(5, Map.of(2, 7L)), BEHIND_AFTER);
        sources.on(new Event.Progress(true), BEHIND_AFTER + 100);

        assertThat(sources.on(heads(6, Map.of(2, 7L)), BEHIND_AFTER + 200)).isEmpty();
        assertThat(sources.current()).isEqualTo(1);
    }

    @Test
    void leavesABadTopicAtOnceAndFetchesDirectly() {
        assertThat(sources.on(new Event.BadSource(1), 100))
                .containsExactly(new Effect.Follow(2), new Effect.AskHeads());
        assertThat(sources.on(heads(0, Map.of(1, 2L, 4, 3L)), 100)).containsExactly(new Effect.Fetch(List.of(4, 1), 3));
        assertThat(sources.on(new Event.BadSource(1), 200)).isEmpty();
    }

    @Test
    void goesOnFetchingDirectlyAtEveryTickUntilATopicDelivers() {
        sources.on(new Event.BadSource(1), 100);

        assertThat(sources.on(new Event.Tick(), 600)).containsExactly(new Effect.AskHeads());
        sources.on(new Event.Progress(false), 700);
        assertThat(sources.on(new Event.Tick(), 1_100)).containsExactly(new Effect.AskHeads());
        sources.on(new Event.Progress(true), 1_200);
        assertThat(sources.on(new Event.Tick(), 1_600)).isEmpty();
    }

    private static Event.Heads heads(long height, Map<Integer, Long> numbers) {
        return new Event.Heads(new TreeMap<>(numbers), height);
    }
}
