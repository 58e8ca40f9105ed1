package io.florin.simulation.follower;

import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.replay.BlockVerdict;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.auditor.status.CheckpointJoin;
import io.florin.auditor.status.CheckpointJoin.Joined;
import io.florin.auditor.status.CommitterClaim;
import io.florin.auditor.supply.SupplyInvariant;
import io.florin.crypto.Bytes;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.status.BlockResult;
import io.florin.simulation.committer.CommitterNode;
import io.florin.simulation.ordering.PartyNode;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedLog;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/// An auditor: replays every block that any party gives, counts the supply, and compares with what committers sign, by
/// the real [LedgerReplay], [SupplyInvariant] and [CheckpointJoin].
public final class AuditorNode extends Node {
    private static final long POLL_MILLIS = 800;
    private static final int WAITING_MAX = 64;

    private final FollowerSurroundings around;
    private final FollowerHabits habits;
    private final SimulatedLog<Bytes> blocks;
    private LedgerReplay trail;
    private SupplyInvariant supply = new SupplyInvariant(1);
    private CheckpointJoin join;
    private int turn;

    public AuditorNode(FollowerSurroundings around, FollowerHabits habits) {
        super(around.world(), "auditor");
        this.around = around;
        this.habits = habits;
        this.blocks = disk().log();
        this.trail = new LedgerReplay(around.genesis(), around.check());
        this.join = newJoin();
    }

    private CheckpointJoin newJoin() {
        return new CheckpointJoin(around.genesis().networkId(), WAITING_MAX, _ -> List.of());
    }

    @Override
    protected void boot(Life begun) {
        trail = new LedgerReplay(around.genesis(), around.check());
        supply = new SupplyInvariant(1);
        join = newJoin();
        for (Bytes block : blocks.records()) {
            if (trail.offer(OptionalLong.empty(), block) instanceof BlockVerdict.Accepted(ReplayedBlock replayed)) {
                count(replayed);
            }
        }
        begun.every(POLL_MILLIS, () -> poll(begun));
    }

    @Override
    protected void forget() {
        // boot begins anew
    }

    private void poll(Life life) {
        long next = trail.height() + 1;
        PartyNode party = around.parties().get(turn++ % around.parties().size());
        around.network()
                .<Optional<byte[]>>call(
                        this,
                        life,
                        party,
                        answer -> answer.accept(party.block(next)),
                        bytes -> bytes.ifPresent(it -> offered(life, party, next, Bytes.of(it))));
        long agreed = join.agreedThrough() + 1;
        for (CommitterNode committer : around.committers()) {
            around.network()
                    .<List<BlockResult>>call(
                            this,
                            life,
                            committer,
                            answer -> answer.accept(committer.results(agreed, 2)),
                            results -> results.forEach(this::claimed));
        }
    }

    private void offered(Life life, PartyNode party, long number, Bytes block) {
        switch (trail.offer(OptionalLong.of(number), block)) {
            case BlockVerdict.Accepted(ReplayedBlock replayed) -> {
                effect();
                blocks.append(block);
                blocks.sync();
                effect();
                count(replayed);
                poll(life);
            }
            case BlockVerdict.Refused refused -> {
                if (refused.kind() == IncidentKind.FORKED_CHAIN) {
                    around.watch().accused(name(), party.name(), refused.reason());
                }
            }
            case BlockVerdict.Repeat _, BlockVerdict.Ahead _ -> {
                // asked for a block that came meanwhile
            }
        }
    }

    private void count(ReplayedBlock replayed) {
        var found = supply.replayed(habits.counted(replayed), new ReplayState() {
            @Override
            public boolean fromStore() {
                return false;
            }

            @Override
            public SortedMap<Integer, BigInteger> unspent() {
                return trail.unspent();
            }
        });
        around.watch().audited(name(), trail.checkpoint(), found.figures(), found.violations());
        join.replayed(replayed).forEach(this::joined);
    }

    private void claimed(BlockResult result) {
        CommitterClaim claim = CommitterClaim.of(result.statuses(), Bytes.of(result.encode()));
        if (claim.checkpoint().number() <= trail.height()) {
            around.watch().compared(name(), "committer-" + claim.committer(), claim.checkpoint());
        }
        joined(join.on(claim, trail.configuration()));
    }

    private void joined(Joined joined) {
        if (joined instanceof Joined.Differs differs && habits.accuses()) {
            around.watch().accused(name(), "committer-" + differs.claim().committer(), "it signed another checkpoint");
        }
    }

    /// All blocks up to here are replayed.
    public long height() {
        return trail.height();
    }

    /// Enough committers have said the same of all blocks up to here.
    public long agreedThrough() {
        return join.agreedThrough();
    }

    public String describe() {
        return name() + " height " + height() + " agreed " + agreedThrough() + (isUp() ? "" : " down");
    }
}
