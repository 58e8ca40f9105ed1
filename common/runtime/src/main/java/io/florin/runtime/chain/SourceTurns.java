package io.florin.runtime.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Chooses the source of certified blocks, and leaves one that lies or withholds (protocol decision 15): the one rule
/// of everybody who follows the chain. What is made of a block that a source gives, and of one that is refused, is the
/// follower's. Whatever a source gives must be the next certified block of the chain, so no source is trusted: the
/// worst it can do is to be slow.
///
/// States: *following* a source, or *pausing* before one.
///
/// | in state | event | does | state after |
/// |---|---|---|---|
/// | following | the next block was taken | nothing | following |
/// | following | something else came | goes to the next source | following, or pausing after the second flaw in a row |
/// | following | its records are lost | goes to the next source | following |
/// | following | tick: for longer than `behind`, a party whose word counts claims more than the source gives | goes to the next source | following |
/// | following | tick: for longer than `silent` nothing came, and fewer parties than one more than may lie said how far they are | goes to the next source | following |
/// | following a store | tick: `return` has passed | goes to the next topic | following |
/// | pausing | tick: the pause is over | follows | following |
///
/// Sources take turns for ever, topics and stores of different parties alternating, so an honest one has its turn
/// whatever the others do. A party whose own store does not give in time what it claims loses its word for a while,
/// which doubles each time, and has it back when the chain has passed its claim: a liar costs a turn now and then, and
/// a slow honest party is heard again. That a chain is quiet is believed of one party more than may lie, where so many
/// are known: one honest party is among them, and with the word of fewer a party that withholds could vouch for itself.
/// Pure; owned by one thread.
public final class SourceTurns {

    private static final int DOUBLINGS_MAX = 20;
    private static final int DISBELIEF_DOUBLINGS_MAX = 2;
    private static final long NEVER = -1;

    private final List<BlockSource> sources;
    private final SourceTimings timings;
    private final int answersWanted;
    private final Map<Integer, Long> claims = new TreeMap<>();
    private final Map<Integer, Long> answeredMillis = new TreeMap<>();
    private final Map<Integer, Disbelief> disbeliefs = new TreeMap<>();
    private final List<Effect> effects = new ArrayList<>();
    private long tip;
    private int current;
    private long attempt;
    private boolean started;
    private boolean pausing;
    private long pauseUntilMillis;
    private long nowMillis;
    private long progressMillis;
    private long followedMillis;
    private long stretchMillis = NEVER;
    private long stretchTip;
    private long stretchClaim;
    private int flawsInARow;
    private int failedReturns;
    private boolean returning;

    /// A party's word does not count until then; how often it was lost so far.
    private record Disbelief(long untilMillis, int times) {}

    /// Events that a follower tells. Those of an attempt that is over change nothing but how far the chain is known.
    public sealed interface Event {

        /// The source followed since [Effect.Follow] `attempt` gave the block of this number, and it was the next one.
        record Took(long attempt, long number) implements Event {}

        /// It gave something that is not the next block of the chain.
        record Flawed(long attempt) implements Event {}

        /// It cannot go on: its next record is gone for good.
        record Lost(long attempt) implements Event {}

        /// A party says how far its chain reaches. It may lie.
        record HeadSeen(int party, long number) implements Event {}

        /// So late is it, in milliseconds.
        record Tick(long nowMillis) implements Event {}
    }

    /// Effects that a follower carries out.
    public sealed interface Effect {

        /// Stop following what was followed before, and follow this source.
        ///
        /// @param attempt names the following in later events
        record Follow(long attempt, BlockSource source) implements Effect {}

        /// A source is left. Nothing is followed until [Follow], which may come after a pause.
        record Switched(BlockSource from, BlockSource to, SwitchReason reason) implements Effect {}
    }

    /// @param tip number of the last block that the follower has
    /// @param sources in the order of their turns, the preferred one first
    /// @param faults so many parties may lie
    public SourceTurns(long tip, List<BlockSource> sources, SourceTimings timings, int faults) {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("blocks must come from somewhere");
        }
        this.tip = tip;
        this.sources = List.copyOf(sources);
        this.timings = timings;
        long known = sources.stream().map(BlockSource::party).distinct().count();
        this.answersWanted = (int) Math.min(faults + 1, known);
    }

    /// The turns of sources: the preferred party's topic, the next party's store, its topic, and so on.
    public static List<BlockSource> of(List<Integer> parties, int preferred) {
        int first = Math.max(0, parties.indexOf(preferred));
        List<BlockSource> turns = new ArrayList<>();
        for (int i = 0; i < parties.size(); i++) {
            turns.add(new BlockSource(parties.get((first + i) % parties.size()), BlockSource.Kind.TOPIC));
            turns.add(new BlockSource(parties.get((first + i + 1) % parties.size()), BlockSource.Kind.STORE));
        }
        return turns;
    }

    public List<Effect> on(Event event) {
        effects.clear();
        switch (event) {
            case Event.Took(long of, long number) -> {
                tip = Math.max(tip, number);
                if (isCurrent(of)) {
                    progressed();
                }
            }
            case Event.Flawed(long of) -> {
                if (isCurrent(of)) {
                    flawsInARow++;
                    turn(SwitchReason.FLAW);
                }
            }
            case Event.Lost(long of) -> {
                if (isCurrent(of)) {
                    turn(SwitchReason.LOST);
                }
            }
            case Event.HeadSeen(int party, long number) -> {
                answeredMillis.put(party, nowMillis);
                claims.put(party, number);
            }
            case Event.Tick(long now) -> tick(now);
        }
        return List.copyOf(effects);
    }

    /// Whether what comes of this attempt still counts.
    public boolean isCurrent(long ofAttempt) {
        return started && !pausing && ofAttempt == attempt;
    }

    private void progressed() {
        progressMillis = nowMillis;
        flawsInARow = 0;
        if (returning) {
            returning = false;
            failedReturns = 0;
        }
        disbeliefs.keySet().removeIf(party -> claims.getOrDefault(party, 0L) <= tip);
    }

    private boolean isBehind(long claim, int party) {
        return claim > tip && isBelieved(party);
    }

    private boolean isBelieved(int party) {
        Disbelief disbelief = disbeliefs.get(party);
        return disbelief == null || nowMillis >= disbelief.untilMillis();
    }

    private boolean isBehind() {
        return claims.entrySet().stream().anyMatch(claim -> isBehind(claim.getValue(), claim.getKey()));
    }

    private void tick(long now) {
        nowMillis = now;
        if (!started) {
            started = true;
            progressMillis = now;
            follow();
        } else if (pausing) {
            if (now >= pauseUntilMillis) {
                follow();
            }
        } else if (behindTooLong()) {
            disbelieveOwner();
            turn(SwitchReason.BEHIND);
        } else if (silentTooLong()) {
            turn(SwitchReason.SILENT);
        } else if (source().kind() == BlockSource.Kind.STORE && now - followedMillis >= returnAfter()) {
            returning = true;
            failedReturns = Math.min(failedReturns + 1, DOUBLINGS_MAX);
            turn(SwitchReason.RETURN);
        }
    }

    /// Looks at stretches of `behind`: in each, the source must come up to what was claimed at its beginning, or by
    /// `catchUpBlocks`; a source that trickles is left like one that is silent.
    private boolean behindTooLong() {
        if (!isBehind()) {
            stretchMillis = NEVER;
            return false;
        }
        if (stretchMillis == NEVER) {
            beginStretch();
            return false;
        }
        if (nowMillis - stretchMillis < timings.behindMillis()) {
            return false;
        }
        long wanted = Math.min(stretchClaim - stretchTip, timings.catchUpBlocks());
        if (tip - stretchTip < wanted) {
            return true;
        }
        beginStretch();
        return false;
    }

    private void beginStretch() {
        stretchMillis = nowMillis;
        stretchTip = tip;
        stretchClaim = claimedHead();
    }

    private boolean silentTooLong() {
        long since = nowMillis - timings.silentMillis();
        return progressMillis <= since
                && answeredMillis.values().stream().filter(at -> at > since).count() < answersWanted;
    }

    private long returnAfter() {
        return Math.min(timings.returnMillis() << failedReturns, timings.returnMillisMax());
    }

    /// Its own party claims more than its store gives.
    private void disbelieveOwner() {
        if (source().kind() == BlockSource.Kind.STORE) {
            Disbelief before = disbeliefs.get(source().party());
            int times = before == null ? 0 : Math.min(before.times() + 1, DOUBLINGS_MAX);
            long length = timings.silentMillis() << Math.min(times, DISBELIEF_DOUBLINGS_MAX);
            disbeliefs.put(source().party(), new Disbelief(nowMillis + length, times));
        }
    }

    private BlockSource source() {
        return sources.get(current);
    }

    private void turn(SwitchReason reason) {
        BlockSource from = source();
        do {
            current = (current + 1) % sources.size();
        } while (reason == SwitchReason.RETURN && source().kind() != BlockSource.Kind.TOPIC);
        effects.add(new Effect.Switched(from, source(), reason));
        attempt++;
        if (flawsInARow > 1) {
            pausing = true;
            int doublings = Math.min(flawsInARow - 2, DOUBLINGS_MAX);
            pauseUntilMillis = nowMillis + Math.min(timings.pauseMillis() << doublings, timings.pauseMillisMax());
        } else {
            follow();
        }
    }

    private void follow() {
        pausing = false;
        attempt++;
        followedMillis = nowMillis;
        progressMillis = nowMillis;
        stretchMillis = NEVER;
        effects.add(new Effect.Follow(attempt, source()));
    }

    /// The source that is followed now.
    public BlockSource followed() {
        return source();
    }

    /// The highest number that a party claims whose word counts, or our own if that is higher.
    public long claimedHead() {
        long claimed = tip;
        for (Map.Entry<Integer, Long> claim : claims.entrySet()) {
            if (isBelieved(claim.getKey())) {
                claimed = Math.max(claimed, claim.getValue());
            }
        }
        return claimed;
    }
}
