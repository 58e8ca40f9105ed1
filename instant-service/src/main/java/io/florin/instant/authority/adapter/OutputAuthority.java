package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes32;
import io.florin.instant.authority.Standing;
import io.florin.instant.output.OutputAnswer;
import io.florin.instant.output.OutputEffect;
import io.florin.instant.output.OutputEvent;
import io.florin.instant.output.OutputShard;
import io.florin.instant.output.OutputTotals;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.runtime.service.FaultHandler;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// An authority of a rail of outputs: all its shards in one process ([RunningShards]). They exchange notices here; what
/// goes to others goes through [OtherAuthorities].
///
/// Any thread. Nothing waits but [#close].
public final class OutputAuthority implements RailAuthority {

    private final AuthorityPlan plan;
    private final OtherAuthorities others;
    private final RunningShards<OutputShard, OutputEvent, OutputAnswer, OutputEffect> shards;

    /// Takes in the journals; nothing runs before [#start].
    public OutputAuthority(AuthorityPlan plan, ShardLimits limits, OtherAuthorities others, FaultHandler faults) {
        this.plan = plan;
        this.others = others;
        this.shards = new RunningShards<>(plan, limits, new Outputs(), others, faults, ShardJournals.onDisk(plan));
    }

    private final class Outputs implements RunningShards.Kind<OutputShard, OutputEvent, OutputAnswer, OutputEffect> {
        @Override
        public OutputShardCore core(int shard, AuthoritySigner signer) {
            return new OutputShardCore(
                    new OutputShard(plan.outputPlace(shard), plan.committee(), plan.verifier(), signer));
        }

        @Override
        public OutputAnswer refused(RailRefusal reason) {
            return new OutputAnswer.Refused(reason);
        }

        @Override
        public void carryOut(int fromShard, OutputEffect effect) {
            OutputAuthority.this.carryOut(fromShard, effect);
        }
    }

    @Override
    public void start() {
        shards.start();
    }

    @Override
    public RailScope scope() {
        return plan.scope();
    }

    @Override
    public Standing standing() {
        return shards.standing();
    }

    // ---- requests; answered once, on a thread that must not wait

    public void order(OutputRequest asked, Consumer<OutputAnswer> answer) {
        shards.signed(
                coordinatorOf(asked.signed().transaction()),
                number -> new OutputEvent.VoteAsked(number, asked),
                answer);
    }

    public void confirm(OutputCertificate certificate, Consumer<OutputAnswer> answer) {
        shards.signed(
                coordinatorOf(certificate.transaction()),
                number -> new OutputEvent.ConfirmationAsked(number, certificate),
                answer);
    }

    public void windowOf(int shard, long number, Consumer<OutputAnswer> answer) {
        if (shard >= shards.count()) {
            answer.accept(new OutputAnswer.Unknown());
            return;
        }
        shards.signed(shard, request -> new OutputEvent.WindowAsked(request, number), answer);
    }

    /// The certificate of an executed transaction, from whichever shard has it.
    public void certificateOf(Bytes32 id, Consumer<OutputAnswer> answer) {
        shards.askAll(
                number -> new OutputEvent.CertificateAsked(number, id), OutputAnswer.Found.class::isInstance, answer);
    }

    /// Windows that are held of another authority.
    public List<HeldWindow> held(int authority) {
        return shards.held(authority);
    }

    @Override
    public int room() {
        return shards.room();
    }

    // ---- what others tell

    /// Another authority's window, for every shard.
    public void window(ExecutedWindow window) {
        shards.tellAll(new OutputEvent.WindowArrived(window));
    }

    public void certificate(OutputCertificate certificate) {
        shards.tell(coordinatorOf(certificate.transaction()), new OutputEvent.CertificateArrived(certificate));
    }

    @Override
    public boolean deposit(Bytes32 key, RailAccount owner, Amount amount) {
        return shards.tell(plan.outputPlace(0).shardOf(key), new OutputEvent.DepositSeen(key, owner, amount));
    }

    /// Rescues are of accounts, and endorsers take none of another kind of rail.
    @Override
    public boolean rescue(long height, RescueEvidence evidence) {
        shards.log().ledgerRefused(height, evidence.sequence(), RailRefusal.WRONG_RAIL);
        return true;
    }

    @Override
    public boolean outcome(long height, RescueOutcome outcome) {
        shards.log().ledgerRefused(height, outcome.rescue(), RailRefusal.WRONG_RAIL);
        return true;
    }

    @Override
    public boolean height(long height) {
        return shards.tellAll(new OutputEvent.HeightReached(height));
    }

    @Override
    public boolean suspended(RailAccount owner, boolean now) {
        return shards.tellAll(new OutputEvent.StandingChanged(owner, now));
    }

    // ---- effects, on the thread of a shard

    private void carryOut(int from, OutputEffect effect) {
        switch (effect) {
            case OutputEffect.Answer _ -> throw new IllegalStateException("answers leave through their shard");
            case OutputEffect.SendNotice(int to, var notice) ->
                shards.tell(to, new OutputEvent.NoticeArrived(from, notice));
            case OutputEffect.AcknowledgeNotices(int to, long upTo) ->
                shards.tell(to, new OutputEvent.NoticesAcknowledged(from, upTo));
            case OutputEffect.HandOn(var certificate) -> certificate(certificate);
            case OutputEffect.Publish(var window) -> shards.publish(window);
            case OutputEffect.FetchTransaction(int authority, var id) ->
                others.fetchTransaction(authority, id, this::certificate);
            case OutputEffect.FetchWindow(int authority, int shard, long number) ->
                others.fetchWindow(authority, shard, number, this::window);
            case OutputEffect.Evidence(String what) -> shards.log().evidence(from, what);
        }
    }

    @Override
    public void close() {
        shards.close();
    }

    // ---- for operators and judges

    @Override
    public int shards() {
        return shards.count();
    }

    @Override
    public long followedAtStart() {
        return shards.followedAtStart();
    }

    @Override
    public boolean report(int shard, Consumer<ShardReport> reader) {
        return shards.look(shard, core -> {
            OutputTotals totals = core.totals();
            reader.accept(new ShardReport(
                    core.height(),
                    core.stateHash(),
                    core.executed(),
                    core.executedHash(),
                    totals.unspent(),
                    Amount.ZERO,
                    totals.left(),
                    totals.spentAhead(),
                    totals.deposited(),
                    core.windowsClosed(),
                    unacknowledged(core)));
        });
    }

    private int unacknowledged(OutputShard core) {
        return IntStream.range(0, shards.count())
                .map(to -> core.keptNotices(to).size())
                .sum();
    }

    @Override
    public boolean isCredited(int shard, Bytes32 key, Consumer<Boolean> reader) {
        return shards.look(shard, core -> reader.accept(core.hasDeposit(key)));
    }

    private int coordinatorOf(OutputTransaction transaction) {
        return plan.outputPlace(0).coordinatorOf(transaction);
    }

    /// Shows the core of a shard, on that shard's thread.
    ///
    /// @return false if there is no room, or the shard has stopped
    public boolean look(int shard, Consumer<OutputShard> reader) {
        return shards.look(shard, reader);
    }
}
