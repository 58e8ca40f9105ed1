package io.florin.committer.intake;

import io.florin.committer.intake.IntakeEffect.Accept;
import io.florin.committer.intake.IntakeEffect.Follow;
import io.florin.committer.intake.IntakeEffect.Refused;
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
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.chain.SourceTimings;
import io.florin.runtime.chain.SourceTurns;
import io.florin.runtime.chain.SwitchReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The next certified blocks of the chain, from whichever source gives them: [SourceTurns] says which one is followed.
///
/// | what the followed source gives | does |
/// |---|---|
/// | the next block, without a flaw | accepts it |
/// | a block taken before | nothing |
/// | anything else | refuses it, never skips it, and the source is left |
///
/// Owned by one thread.
public final class BlockIntake {

    private final SourceTurns turns;
    private ChainTip tip;

    /// @param sources in the order of their turns, the preferred one first
    public BlockIntake(ChainTip tip, List<BlockSource> sources, SourceTimings timings) {
        this.tip = tip;
        this.turns = new SourceTurns(
                tip.number(), sources, timings, tip.configuration().ordering().faults());
    }

    public List<IntakeEffect> on(IntakeEvent event) {
        return switch (event) {
            case Arrived arrived -> arrived(arrived);
            case Lost(long attempt) -> effects(new SourceTurns.Event.Lost(attempt));
            case HeadSeen(int party, long number) -> effects(new SourceTurns.Event.HeadSeen(party, number));
            case Tick(long nowMillis) -> effects(new SourceTurns.Event.Tick(nowMillis));
        };
    }

    private List<IntakeEffect> effects(SourceTurns.Event event) {
        return turns.on(event).stream()
                .map(effect -> switch (effect) {
                    case SourceTurns.Effect.Follow(long attempt, BlockSource source) ->
                        (IntakeEffect) new Follow(attempt, source, tip.number() + 1);
                    case SourceTurns.Effect.Switched(BlockSource from, BlockSource to, SwitchReason reason) ->
                        new Switched(from, to, reason);
                })
                .toList();
    }

    /// The configuration for the next block has changed.
    public void configured(NetworkConfiguration configuration) {
        tip = tip.with(configuration);
    }

    private List<IntakeEffect> arrived(Arrived arrived) {
        if (!turns.isCurrent(arrived.attempt())) {
            return List.of();
        }
        Optional<Block> block = decode(arrived.bytes());
        if (block.isPresent() && isRepeated(block.get())) {
            return List.of();
        }
        List<IntakeEffect> effects = new ArrayList<>();
        Optional<BlockFlaw> flaw = block.map(tip::flaw).orElse(Optional.of(BlockFlaw.UNREADABLE));
        if (flaw.isPresent()) {
            effects.add(new Refused(turns.followed(), flaw.get()));
            effects.addAll(effects(new SourceTurns.Event.Flawed(arrived.attempt())));
            return effects;
        }
        CheckedBlock checked = CheckedBlock.after(tip, block.orElseThrow());
        tip = tip.after(checked.block());
        effects.add(new Accept(checked));
        effects.addAll(effects(new SourceTurns.Event.Took(arrived.attempt(), tip.number())));
        return effects;
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

    /// The end of the chain as far as it was accepted.
    public ChainTip tip() {
        return tip;
    }

    /// The source that is followed now.
    public BlockSource followed() {
        return turns.followed();
    }

    /// The highest number that a party claims whose word counts, or our own if that is higher.
    public long claimedHead() {
        return turns.claimedHead();
    }
}
