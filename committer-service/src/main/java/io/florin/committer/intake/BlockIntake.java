package io.florin.committer.intake;

import io.florin.committer.intake.IntakeEffect.Accept;
import io.florin.committer.intake.IntakeEffect.Follow;
import io.florin.committer.intake.IntakeEffect.Refused;
import io.florin.committer.intake.IntakeEffect.SwitchReason;
import io.florin.committer.intake.IntakeEffect.Switched;
import io.florin.committer.intake.IntakeEvent.Arrived;
import io.florin.committer.intake.IntakeEvent.HeadSeen;
import io.florin.committer.intake.IntakeEvent.Lost;
import io.florin.committer.intake.IntakeEvent.Tick;
import io.florin.committer.protocol.CheckedBlock;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Follows one source of blocks and leaves it when it lies or withholds (protocol decision 15). Whatever a source gives
/// must be the next certified block of the chain, so no source is trusted: the worst it can do is to be slow.
///
/// States: *following* a source, or *pausing* before one.
///
/// | in state | event | does | state after |
/// |---|---|---|---|
/// | following | the next block, without a flaw | accepts it | following |
/// | following | a block taken before | nothing | following |
/// | following | anything else | refuses it, never skips it, goes to the next source | following, or pausing after the second flaw in a row |
/// | following | its records are lost | goes to the next source | following |
/// | following | tick: for longer than `behind`, a party whose word counts claims more than the source gives | goes to the next source | following |
/// | following | tick: no party can be asked, and nothing came for longer than `silent` | goes to the next source | following |
/// | following a store | tick: `return` has passed | goes to the next topic | following |
/// | pausing | tick: the pause is over | follows | following |
///
/// Sources take turns for ever, topics and stores of different parties alternating, so an honest one has its turn
/// whatever the others do. A party whose own store does not give in time what it claims loses its word for a while,
/// which doubles each time, and has it back when the chain has passed its claim: a liar costs a turn now and then, and
/// a slow honest party is heard again. Owned by one thread.
public final class BlockIntake {

    private static final int DOUBLINGS_MAX = 20;
    private static final int DISBELIEF_DOUBLINGS_MAX = 2;
    private static final long NEVER = -1;

    private final List<BlockSource> sources;
    private final IntakeTimings timings;
    private final Map<Integer, Long> claims = new TreeMap<>();
    private final Map<Integer, Disbelief> disbeliefs = new TreeMap<>();
    private final List<IntakeEffect> effects = new ArrayList<>();
    private ChainTip tip;
    private int current;
    private long attempt;
    private boolean started;
    private boolean pausing;
    private long pauseUntilMillis;
    private long nowMillis;
    private long progressMillis;
    private long claimMillis;
    private long followedMillis;
    private long stretchMillis = NEVER;
    private long stretchTip;
    private long stretchClaim;
    private int flawsInARow;
    private int failedReturns;
    private boolean returning;

    /// A party's word does not count until then; how often it was lost so far.
    private record Disbelief(long untilMillis, int times) {}

    /// @param sources in the order of their turns, the preferred one first
    public BlockIntake(ChainTip tip, List<BlockSource> sources, IntakeTimings timings) {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("blocks must come from somewhere");
        }
        this.tip = tip;
        this.sources = List.copyOf(sources);
        this.timings = timings;
    }

    /// The turns of sources: the preferred party's topic, the next party's store, its topic, and so on.
    public static List<BlockSource> turns(List<Integer> parties, int preferred) {
        int first = Math.max(0, parties.indexOf(preferred));
        List<BlockSource> turns = new ArrayList<>();
        for (int i = 0; i < parties.size(); i++) {
            turns.add(new BlockSource(parties.get((first + i) % parties.size()), BlockSource.Kind.TOPIC));
            turns.add(new BlockSource(parties.get((first + i + 1) % parties.size()), BlockSource.Kind.STORE));
        }
        return turns;
    }

    public List<IntakeEffect> on(IntakeEvent event) {
        effects.clear();
        switch (event) {
            case Arrived arrived -> arrived(arrived);
            case Lost lost -> {
                if (isCurrent(lost.attempt())) {
                    turn(SwitchReason.LOST);
                }
            }
            case HeadSeen seen -> seen(seen);
            case Tick tick -> tick(tick.nowMillis());
        }
        return List.copyOf(effects);
    }

    /// The configuration for the next block has changed.
    public void configured(NetworkConfiguration configuration) {
        tip = tip.with(configuration);
    }

    private boolean isCurrent(long ofAttempt) {
        return started && !pausing && ofAttempt == attempt;
    }

    private void arrived(Arrived arrived) {
        if (!isCurrent(arrived.attempt())) {
            return;
        }
        Optional<Block> block = decode(arrived.bytes());
        if (block.isPresent() && isRepeated(block.get())) {
            return;
        }
        Optional<BlockFlaw> flaw = block.map(tip::flaw).orElse(Optional.of(BlockFlaw.UNREADABLE));
        if (flaw.isPresent()) {
            effects.add(new Refused(source(), flaw.get()));
            flawsInARow++;
            turn(SwitchReason.FLAW);
            return;
        }
        CheckedBlock checked = CheckedBlock.after(tip, block.orElseThrow());
        tip = tip.after(checked.block());
        progressMillis = nowMillis;
        flawsInARow = 0;
        if (returning) {
            returning = false;
            failedReturns = 0;
        }
        disbeliefs.keySet().removeIf(party -> claims.getOrDefault(party, 0L) <= tip.number());
        effects.add(new Accept(checked));
    }

    private static Optional<Block> decode(byte[] bytes) {
        try {
            return Optional.of(Block.decode(bytes));
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }

    private boolean isRepeated(Block block) {
        return block.header().network().equals(tip.network()) && block.header().number() <= tip.number();
    }

    private void seen(HeadSeen seen) {
        claimMillis = nowMillis;
        claims.put(seen.party(), seen.number());
    }

    private boolean isBehind(long claim, int party) {
        return claim > tip.number() && isBelieved(party);
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
            claimMillis = now;
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
        if (tip.number() - stretchTip < wanted) {
            return true;
        }
        beginStretch();
        return false;
    }

    private void beginStretch() {
        stretchMillis = nowMillis;
        stretchTip = tip.number();
        stretchClaim = claimedHead();
    }

    private boolean silentTooLong() {
        return nowMillis - claimMillis >= timings.silentMillis()
                && nowMillis - progressMillis >= timings.silentMillis();
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
        effects.add(new Switched(from, source(), reason));
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
        effects.add(new Follow(attempt, source(), tip.number() + 1));
    }

    /// The end of the chain as far as it was accepted.
    public ChainTip tip() {
        return tip;
    }

    /// What is followed now.
    public BlockSource followed() {
        return source();
    }

    /// The highest number that a party claims whose word counts, or our own if that is higher.
    public long claimedHead() {
        long claimed = tip.number();
        for (Map.Entry<Integer, Long> claim : claims.entrySet()) {
            if (isBelieved(claim.getKey())) {
                claimed = Math.max(claimed, claim.getValue());
            }
        }
        return claimed;
    }
}
