package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardEffect;
import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardTotals;
import io.florin.instant.authority.Standing;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.runtime.service.FaultHandler;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// An authority of a rail of accounts: all its shards in one process ([RunningShards]). They exchange notices here;
/// what goes to others goes through [OtherAuthorities].
///
/// Any thread. Nothing waits but [#close].
public final class Authority implements RailAuthority {

    private final AuthorityPlan plan;
    private final OtherAuthorities others;
    private final RunningShards<AccountShard, ShardEvent, ShardAnswer, ShardEffect> shards;

    /// Takes in the journals; nothing runs before [#start].
    public Authority(AuthorityPlan plan, ShardLimits limits, OtherAuthorities others, FaultHandler faults) {
        this(plan, limits, others, faults, ShardJournals.onDisk(plan));
    }

    Authority(
            AuthorityPlan plan,
            ShardLimits limits,
            OtherAuthorities others,
            FaultHandler faults,
            ShardJournals journals) {
        this.plan = plan;
        this.others = others;
        this.shards = new RunningShards<>(plan, limits, new Accounts(), others, faults, journals);
    }

    private final class Accounts implements RunningShards.Kind<AccountShard, ShardEvent, ShardAnswer, ShardEffect> {
        @Override
        public AccountShardCore core(int shard, AuthoritySigner signer) {
            return new AccountShardCore(new AccountShard(plan.place(shard), plan.committee(), plan.verifier(), signer));
        }

        @Override
        public ShardAnswer refused(RailRefusal reason) {
            return new ShardAnswer.Refused(reason);
        }

        @Override
        public void carryOut(int fromShard, ShardEffect effect) {
            Authority.this.carryOut(fromShard, effect);
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

    public void order(OrderRequest order, Consumer<ShardAnswer> answer) {
        shards.signed(
                shardOf(order.signedOrder().order().sender()),
                number -> new ShardEvent.OrderAsked(number, order),
                answer);
    }

    public void confirm(ConfirmationOrder order, Consumer<ShardAnswer> answer) {
        RailAccount sender = order.certificate().order().sender();
        shards.signed(shardOf(sender), number -> new ShardEvent.ConfirmationAsked(number, order), answer);
    }

    public void openSequence(RailAccount account, long sequence, Consumer<ShardAnswer> answer) {
        shards.signed(shardOf(account), number -> new ShardEvent.OpenSequenceAsked(number, account, sequence), answer);
    }

    public void statement(RailAccount account, long sequence, Consumer<ShardAnswer> answer) {
        shards.signed(shardOf(account), number -> new ShardEvent.StatementAsked(number, account, sequence), answer);
    }

    public void windowOf(int shard, long number, Consumer<ShardAnswer> answer) {
        if (shard >= shards.count()) {
            answer.accept(new ShardAnswer.Unknown());
            return;
        }
        shards.signed(shard, request -> new ShardEvent.WindowAsked(request, number), answer);
    }

    /// The certificate of an executed order, from whichever shard has it.
    public void certificateOf(Bytes32 orderId, Consumer<ShardAnswer> answer) {
        shards.askAll(
                number -> new ShardEvent.CertificateAsked(number, orderId),
                ShardAnswer.Found.class::isInstance,
                answer);
    }

    /// An account and some of its payments.
    ///
    /// @param fromSequence of its own orders, the first one wanted
    /// @param fromPlace of payments to it, the first one wanted
    public void account(RailAccount account, long fromSequence, long fromPlace, Consumer<ShardAnswer> answer) {
        shards.ask(
                shardOf(account),
                number -> new ShardEvent.AccountAsked(number, account, fromSequence, fromPlace),
                answer);
    }

    public void certificateOf(RailAccount sender, long sequence, Consumer<ShardAnswer> answer) {
        shards.ask(shardOf(sender), number -> new ShardEvent.SequenceAsked(number, sender, sequence), answer);
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
        shards.tellAll(new ShardEvent.WindowArrived(window));
    }

    public void certificate(TransferCertificate certificate) {
        shards.tell(shardOf(certificate.order().sender()), new ShardEvent.CertificateArrived(certificate));
    }

    @Override
    public boolean suspended(RailAccount account, boolean now) {
        return shards.tell(shardOf(account), new ShardEvent.StandingChanged(account, now));
    }

    @Override
    public boolean deposit(Bytes32 key, RailAccount account, Amount amount) {
        return shards.tell(shardOf(account), new ShardEvent.DepositSeen(key, account, amount));
    }

    @Override
    public boolean rescue(long height, RescueEvidence evidence) {
        return shards.tell(shardOf(evidence.sequence().account()), new ShardEvent.RescueCommitted(height, evidence));
    }

    @Override
    public boolean outcome(long height, RescueOutcome outcome) {
        return shards.tell(shardOf(outcome.rescue().account()), new ShardEvent.OutcomeCommitted(height, outcome));
    }

    @Override
    public boolean height(long height) {
        return shards.tellAll(new ShardEvent.HeightReached(height));
    }

    // ---- effects, on the thread of a shard

    private void carryOut(int from, ShardEffect effect) {
        switch (effect) {
            case ShardEffect.Answer _ -> throw new IllegalStateException("answers leave through their shard");
            case ShardEffect.SendNotice(int to, var notice) ->
                shards.tell(to, new ShardEvent.NoticeArrived(from, notice));
            case ShardEffect.AcknowledgeNotices(int to, long upTo) ->
                shards.tell(to, new ShardEvent.NoticesAcknowledged(from, upTo));
            case ShardEffect.HandOn(var certificate) -> certificate(certificate);
            case ShardEffect.Publish(var window) -> shards.publish(window);
            case ShardEffect.FetchOrder(int authority, var orderId) ->
                others.fetchOrder(authority, orderId, this::certificate);
            case ShardEffect.FetchSequence(int authority, var sender, long sequence) ->
                others.fetchSequence(authority, sender, sequence, this::certificate);
            case ShardEffect.FetchWindow(int authority, int shard, long number) ->
                others.fetchWindow(authority, shard, number, this::window);
            case ShardEffect.LedgerRefused(long height, var rescue, var reason) ->
                shards.log().ledgerRefused(height, rescue, reason);
            case ShardEffect.Evidence(String what) -> shards.log().evidence(from, what);
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
            ShardTotals totals = core.totals();
            reader.accept(new ShardReport(
                    core.height(),
                    core.stateHash(),
                    core.executed(),
                    core.executedHash(),
                    totals.balances(),
                    totals.pending(),
                    totals.left(),
                    totals.ahead(),
                    totals.deposited(),
                    core.windowsClosed(),
                    unacknowledged(core)));
        });
    }

    private int unacknowledged(AccountShard core) {
        return IntStream.range(0, shards.count())
                .map(to -> core.keptNotices(to).size())
                .sum();
    }

    @Override
    public boolean isCredited(int shard, Bytes32 key, Consumer<Boolean> reader) {
        return shards.look(shard, core -> reader.accept(core.hasDeposit(key)));
    }

    private int shardOf(RailAccount account) {
        return plan.place(0).shardOf(account);
    }

    /// Shows the core of an account's shard, on that shard's thread.
    ///
    /// @return false if there is no room, or the shard has stopped
    public boolean look(RailAccount account, Consumer<AccountShard> reader) {
        return shards.look(shardOf(account), reader);
    }

    /// The same for a shard by its number.
    public boolean look(int shard, Consumer<AccountShard> reader) {
        return shards.look(shard, reader);
    }
}
