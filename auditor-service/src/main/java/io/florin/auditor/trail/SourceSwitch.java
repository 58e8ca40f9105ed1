package io.florin.auditor.trail;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// Which ordering party's topic is followed, and when blocks are fetched from parties directly. Pure; one thread.
///
/// | state | event | then |
/// |---|---|---|
/// | following | no new block for `behindAfter` | all parties are asked how far they are |
/// | following | some party is further | suspicious: they are asked again after half that time |
/// | suspicious | a block came out of the topic | following |
/// | suspicious | some party is still further | direct: blocks are fetched from the furthest, whose topic is followed now |
/// | any | a bad record in the topic that is followed, or the topic is gone | direct; the next party's topic is followed |
/// | direct | tick | parties are asked at every tick, and what they have more is fetched |
/// | direct | a block came out of the topic | following |
public final class SourceSwitch {

    private enum State {
        FOLLOWING,
        SUSPICIOUS,
        DIRECT
    }

    private final List<Integer> parties;
    private final long behindAfterMillis;
    private State state = State.FOLLOWING;
    private int current;
    private long progressMillis;
    private long askedMillis;
    private long followedMillis;

    /// @param parties ids, at least one; the first one's topic is followed first
    public SourceSwitch(List<Integer> parties, long behindAfterMillis, long nowMillis) {
        if (parties.isEmpty()) {
            throw new IllegalArgumentException("at least one ordering party");
        }
        this.parties = List.copyOf(parties);
        this.behindAfterMillis = behindAfterMillis;
        this.current = parties.getFirst();
        this.progressMillis = nowMillis;
        this.askedMillis = nowMillis;
        this.followedMillis = nowMillis;
    }

    public sealed interface Event {

        /// A new block was applied.
        ///
        /// @param fromTopic it came from the topic that is followed
        record Progress(boolean fromTopic) implements Event {}

        /// The topic of a party gave something that is no block of the chain, or is gone.
        record BadSource(int party) implements Event {}

        record Tick() implements Event {}

        /// How far parties say they are; those that did not answer are not in it.
        record Heads(SortedMap<Integer, Long> numbers, long height) implements Event {}
    }

    public sealed interface Effect {

        record Follow(int party) implements Effect {}

        record AskHeads() implements Effect {}

        /// Fetch the blocks after the own height, up to this number, from the first party that gives them.
        record Fetch(List<Integer> parties, long to) implements Effect {}
    }

    public List<Effect> on(Event event, long nowMillis) {
        return switch (event) {
            case Event.Progress(boolean fromTopic) -> {
                progressMillis = nowMillis;
                state = fromTopic ? State.FOLLOWING : state;
                yield List.of();
            }
            case Event.BadSource(int party) -> party == current ? leave(nowMillis) : List.of();
            case Event.Tick() -> tick(nowMillis);
            case Event.Heads heads -> heads(heads, nowMillis);
        };
    }

    private List<Effect> leave(long nowMillis) {
        state = State.DIRECT;
        List<Effect> effects = new ArrayList<>();
        follow(parties.get((parties.indexOf(current) + 1) % parties.size()), nowMillis, effects);
        askedMillis = nowMillis;
        effects.add(new Effect.AskHeads());
        return effects;
    }

    private List<Effect> tick(long nowMillis) {
        long patience = switch (state) {
            case FOLLOWING -> behindAfterMillis;
            case SUSPICIOUS -> behindAfterMillis / 2;
            case DIRECT -> 0;
        };
        if (nowMillis - Math.max(progressMillis, askedMillis) < patience) {
            return List.of();
        }
        askedMillis = nowMillis;
        return List.of(new Effect.AskHeads());
    }

    private List<Effect> heads(Event.Heads heads, long nowMillis) {
        List<Integer> ahead = heads.numbers().entrySet().stream()
                .filter(party -> party.getValue() > heads.height())
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .toList();
        if (ahead.isEmpty()) {
            state = state == State.SUSPICIOUS ? State.FOLLOWING : state;
            return List.of();
        }
        if (state == State.FOLLOWING) {
            state = State.SUSPICIOUS;
            return List.of();
        }
        List<Effect> effects = new ArrayList<>();
        effects.add(new Effect.Fetch(ahead, heads.numbers().getOrDefault(ahead.getFirst(), heads.height())));
        if (state == State.SUSPICIOUS || nowMillis - followedMillis >= 3 * behindAfterMillis) {
            ahead.stream()
                    .filter(party -> party != current)
                    .findFirst()
                    .ifPresent(party -> follow(party, nowMillis, effects));
        }
        state = State.DIRECT;
        return effects;
    }

    private void follow(int party, long nowMillis, List<Effect> effects) {
        if (party != current) {
            current = party;
            followedMillis = nowMillis;
            effects.add(new Effect.Follow(party));
        }
    }

    /// The party whose topic is followed.
    public int current() {
        return current;
    }
}
