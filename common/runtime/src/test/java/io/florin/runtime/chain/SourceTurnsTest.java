package io.florin.runtime.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.chain.BlockSource.Kind;
import io.florin.runtime.chain.SourceTurns.Effect;
import io.florin.runtime.chain.SourceTurns.Effect.Follow;
import io.florin.runtime.chain.SourceTurns.Effect.Switched;
import io.florin.runtime.chain.SourceTurns.Event;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The rule without any blocks; `BlockIntakeTest` of the committer tries it with them, by hand and at random.
class SourceTurnsTest {
    private static final SourceTimings TIMINGS = new SourceTimings(3_000, 16, 10_000, 30_000, 600_000, 200, 5_000);
    private static final BlockSource FIRST = new BlockSource(1, Kind.TOPIC);
    private static final BlockSource SECOND = new BlockSource(2, Kind.STORE);

    private final SourceTurns turns = new SourceTurns(4, SourceTurns.of(List.of(1, 2, 3), 1), TIMINGS, 1);
    private long attempt;

    private List<Effect> on(Event event) {
        List<Effect> effects = turns.on(event);
        effects.forEach(effect -> {
            if (effect instanceof Follow follow) {
                attempt = follow.attempt();
            }
        });
        return effects;
    }

    @Test
    void followsThePreferredTopicFirst() {
        assertThat(turns.isCurrent(0)).isFalse();
        assertThat(on(new Event.Tick(0))).containsExactly(new Follow(attempt, FIRST));
        assertThat(turns.isCurrent(attempt)).isTrue();
        assertThat(turns.claimedHead()).isEqualTo(4);
    }

    /// One block every two and a half seconds is no silence, and keeps a follower as far behind as one likes.
    @Test
    void leavesASourceThatTricklesWhileOthersHaveMore() {
        long height = 4;
        long left = 0;
        for (long now = 0; now < 60_000 && left == 0; now += 500) {
            on(new Event.HeadSeen(2, 10_000));
            if (now > 0 && now % 2_500 == 0) {
                on(new Event.Took(attempt, ++height));
            }
            boolean switched = on(new Event.Tick(now)).contains(new Switched(FIRST, SECOND, SwitchReason.BEHIND));
            left = switched ? now : 0;
        }
        assertThat(left).isBetween(3_000L, 4_000L);
    }

    @Test
    void whatComesOfAnAttemptThatIsOverChangesNothingButHowFarTheChainIsKnown() {
        on(new Event.Tick(0));
        long over = attempt;
        assertThat(on(new Event.Lost(over))).contains(new Switched(FIRST, SECOND, SwitchReason.LOST));

        assertThat(on(new Event.Lost(over))).isEmpty();
        assertThat(on(new Event.Flawed(over))).isEmpty();
        on(new Event.HeadSeen(3, 6));
        assertThat(on(new Event.Took(over, 6))).isEmpty();
        assertThat(turns.claimedHead()).isEqualTo(6);
        assertThat(on(new Event.Tick(9_000))).as("nobody has more").isEmpty();
    }

    /// It withholds everything and says that there is nothing; the others cannot be asked.
    @Test
    void aSilentPartyCannotVouchForItself() {
        assertThat(leftInAMinuteWhenAnswered(1)).contains(new Switched(FIRST, SECOND, SwitchReason.SILENT));
    }

    @Test
    void oneMorePartyThanMayLieMakesAQuietChainBelieved() {
        assertThat(leftInAMinuteWhenAnswered(1, 3)).isEmpty();
        assertThat(leftInAMinuteWhenAnswered(2)).isNotEmpty();
    }

    /// Nobody else could say more: with another turn nothing is won.
    @Test
    void theOnlyPartyThatIsKnownIsBelieved() {
        SourceTurns alone = new SourceTurns(4, SourceTurns.of(List.of(1), 1), TIMINGS, 1);
        List<Effect> effects = new ArrayList<>(alone.on(new Event.Tick(0)));
        for (long now = 500; now < 25_000; now += 500) {
            effects.addAll(alone.on(new Event.HeadSeen(1, 4)));
            effects.addAll(alone.on(new Event.Tick(now)));
        }
        assertThat(effects).singleElement().isInstanceOf(Follow.class);
    }

    /// Actions of a minute in which these parties say that there is nothing new.
    private List<Effect> leftInAMinuteWhenAnswered(int... parties) {
        SourceTurns quiet = new SourceTurns(4, SourceTurns.of(List.of(1, 2, 3), 1), TIMINGS, 1);
        quiet.on(new Event.Tick(0));
        List<Effect> effects = new ArrayList<>();
        for (long now = 500; now < 60_000; now += 500) {
            for (int party : parties) {
                quiet.on(new Event.HeadSeen(party, 4));
            }
            effects.addAll(quiet.on(new Event.Tick(now)));
        }
        return effects;
    }

    @Test
    void pausesAfterTheSecondFlawInARow() {
        on(new Event.Tick(0));
        assertThat(on(new Event.Flawed(attempt)))
                .containsExactly(new Switched(FIRST, SECOND, SwitchReason.FLAW), new Follow(attempt, SECOND));
        assertThat(on(new Event.Flawed(attempt))).singleElement().isInstanceOf(Switched.class);
        assertThat(turns.isCurrent(attempt)).isFalse();
        assertThat(on(new Event.Tick(199))).isEmpty();
        assertThat(on(new Event.Tick(200))).singleElement().isInstanceOf(Follow.class);
    }
}
