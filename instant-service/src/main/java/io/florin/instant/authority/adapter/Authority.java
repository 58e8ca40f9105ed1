package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardEffect;
import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardPlace;
import io.florin.instant.authority.OwnWindows;
import io.florin.instant.authority.RestartCheck;
import io.florin.instant.journal.adapter.JournalFile;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.runtime.service.FaultHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/// All shards of one authority in one process. They exchange notices here; what goes to others goes through
/// [OtherAuthorities].
///
/// States: *starting* (journals are replayed, the others are asked what they hold of this authority, nothing is signed)
/// → *signing* → *restored* at any time, also without having signed (the journals are an older copy: it follows the
/// others and signs nothing) → *stopped*, by [#close] or by the first failure of any shard: half an authority would
/// hold up credits.
///
/// Any thread. Nothing waits but [#close].
public final class Authority implements AutoCloseable {

    private final AuthorityPlan plan;
    private final OtherAuthorities others;
    private final FaultHandler faults;
    private final InstantLog log;
    private final RestoredMark mark;
    private final List<ShardLoop> shards = new ArrayList<>();
    private final OwnWindows own;
    private final RestartWatch restart;
    private volatile Standing standing;

    /// What an authority may do.
    public enum Standing {
        STARTING(Optional.of(RailRefusal.AUTHORITY_STARTING)),
        SIGNING(Optional.empty()),
        RESTORED(Optional.of(RailRefusal.JOURNAL_RESTORED)),
        STOPPED(Optional.of(RailRefusal.AUTHORITY_STOPPED));

        private final Optional<RailRefusal> refusal;

        Standing(Optional<RailRefusal> refusal) {
            this.refusal = refusal;
        }

        /// Why nothing is signed.
        public Optional<RailRefusal> refusal() {
            return refusal;
        }
    }

    /// Replays the journals; nothing runs before [#start].
    public Authority(AuthorityPlan plan, ShardLimits limits, OtherAuthorities others, FaultHandler faults) {
        this(
                plan,
                limits,
                others,
                faults,
                shard -> recovery -> JournalFile.open(plan.journal(shard), plan.journalName(shard), recovery));
    }

    Authority(
            AuthorityPlan plan,
            ShardLimits limits,
            OtherAuthorities others,
            FaultHandler faults,
            ShardJournals journals) {
        this.plan = plan;
        this.others = others;
        this.faults = faults;
        this.log = new InstantLog(plan.number());
        this.mark = new RestoredMark(plan.directory());
        this.standing = mark.isSet() ? Standing.RESTORED : Standing.STARTING;
        boolean whole = false;
        try {
            for (int shard = 0; shard < plan.shards(); shard++) {
                shards.add(open(shard, limits, journals));
            }
            whole = true;
        } finally {
            if (!whole) {
                shards.forEach(ShardLoop::close);
            }
        }
        this.own = new OwnWindows(
                shards.stream().map(shard -> shard.windows().closed()).toList());
        this.restart = new RestartWatch(
                new RestartCheck(plan.scope(), plan.number(), plan.verifier(), own), others, this::decided, this::fail);
    }

    private ShardLoop open(int number, ShardLimits limits, ShardJournals journals) {
        ShardPlace place = plan.place(number);
        var signer = new RestrainedSigner(plan.signer(), () -> standing != Standing.RESTORED);
        AccountShard core = new AccountShard(place, plan.committee(), plan.verifier(), signer);
        ShardLoop shard = new ShardLoop(
                "authority-" + plan.number() + "-shard-" + number,
                core,
                journals.of(number),
                limits,
                new ShardLoop.Surroundings(this::closesWindows, effect -> carryOut(number, effect), this::fail));
        log.replayed(number, shard.head());
        return shard;
    }

    public void start() {
        shards.forEach(ShardLoop::start);
        if (standing == Standing.STARTING) {
            restart.start();
        } else {
            log.restored();
        }
    }

    private synchronized void decided(RestartCheck.Verdict verdict) {
        if (verdict == RestartCheck.Verdict.RESTORED && standing != Standing.STOPPED) {
            standing = Standing.RESTORED;
            mark.set();
            log.restored();
        } else if (verdict == RestartCheck.Verdict.SIGNS && standing == Standing.STARTING) {
            standing = Standing.SIGNING;
            log.signs();
        }
    }

    public Standing standing() {
        return standing;
    }

    private boolean closesWindows() {
        return standing == Standing.SIGNING || standing == Standing.RESTORED;
    }

    // ---- requests; answered once, on a thread that must not wait

    public void order(OrderRequest order, Consumer<ShardAnswer> answer) {
        signed(
                shardOf(order.signedOrder().order().sender()),
                number -> new ShardEvent.OrderAsked(number, order),
                answer);
    }

    public void confirm(ConfirmationOrder order, Consumer<ShardAnswer> answer) {
        RailAccount sender = order.certificate().order().sender();
        signed(shardOf(sender), number -> new ShardEvent.ConfirmationAsked(number, order), answer);
    }

    public void openSequence(RailAccount account, long sequence, Consumer<ShardAnswer> answer) {
        signed(shardOf(account), number -> new ShardEvent.OpenSequenceAsked(number, account, sequence), answer);
    }

    public void statement(RailAccount account, long sequence, Consumer<ShardAnswer> answer) {
        signed(shardOf(account), number -> new ShardEvent.StatementAsked(number, account, sequence), answer);
    }

    public void windowOf(int shard, long number, Consumer<ShardAnswer> answer) {
        if (shard >= shards.size()) {
            answer.accept(new ShardAnswer.Unknown());
            return;
        }
        signed(shard, request -> new ShardEvent.WindowAsked(request, number), answer);
    }

    /// The certificate of an executed order, from whichever shard has it.
    public void certificateOf(Bytes32 orderId, Consumer<ShardAnswer> answer) {
        AtomicInteger missing = new AtomicInteger(shards.size());
        Consumer<ShardAnswer> first = found -> {
            if (found instanceof ShardAnswer.Found) {
                answer.accept(found);
            } else if (missing.decrementAndGet() == 0) {
                answer.accept(found);
            }
        };
        for (int shard = 0; shard < shards.size(); shard++) {
            ask(shard, number -> new ShardEvent.CertificateAsked(number, orderId), first);
        }
    }

    public void certificateOf(RailAccount sender, long sequence, Consumer<ShardAnswer> answer) {
        ask(shardOf(sender), number -> new ShardEvent.SequenceAsked(number, sender, sequence), answer);
    }

    /// What is held of another authority's windows.
    public List<HeldWindow> held(int authority) {
        Map<Integer, HeldWindow> all = new TreeMap<>();
        for (ShardLoop shard : shards) {
            shard.windows().of(authority).forEach((stream, held) -> all.merge(stream, held, Authority::later));
        }
        return List.copyOf(all.values());
    }

    private static HeldWindow later(HeldWindow one, HeldWindow other) {
        if (one.taken() != other.taken()) {
            return one.taken() > other.taken() ? one : other;
        }
        return one.last().isPresent() ? one : other;
    }

    private void signed(int shard, LongFunction<ShardEvent> event, Consumer<ShardAnswer> answer) {
        Optional<RailRefusal> refusal = standing.refusal();
        if (refusal.isPresent()) {
            answer.accept(new ShardAnswer.Refused(refusal.get()));
        } else {
            // what is under way when the journals prove to be an older copy is not told either
            ask(
                    shard,
                    event,
                    given -> answer.accept(
                            standing == Standing.RESTORED
                                    ? new ShardAnswer.Refused(RailRefusal.JOURNAL_RESTORED)
                                    : given));
        }
    }

    private void ask(int shard, LongFunction<ShardEvent> event, Consumer<ShardAnswer> answer) {
        if (!shards.get(shard).ask(event, answer)) {
            answer.accept(new ShardAnswer.Refused(
                    standing == Standing.STOPPED ? RailRefusal.AUTHORITY_STOPPED : RailRefusal.AUTHORITY_BUSY));
        }
    }

    // ---- what others tell

    /// Another authority's window, for every shard.
    public void window(ExecutedWindow window) {
        shards.forEach(shard -> shard.tell(new ShardEvent.WindowArrived(window)));
    }

    public void certificate(TransferCertificate certificate) {
        shards.get(shardOf(certificate.order().sender())).tell(new ShardEvent.CertificateArrived(certificate));
    }

    /// A deposit on the ledger.
    ///
    /// @return false if it has to be told again
    public boolean deposit(Bytes32 key, RailAccount account, Amount amount) {
        return shards.get(shardOf(account)).tell(new ShardEvent.DepositSeen(key, account, amount));
    }

    /// A rescue on the ledger. Rescues and outcomes come in the order of the ledger, before the height of their block.
    ///
    /// @return false if it has to be told again, before anything that follows it
    public boolean rescue(long height, RescueEvidence evidence) {
        return shards.get(shardOf(evidence.sequence().account()))
                .tell(new ShardEvent.RescueCommitted(height, evidence));
    }

    /// The same for an outcome.
    public boolean outcome(long height, RescueOutcome outcome) {
        return shards.get(shardOf(outcome.rescue().account())).tell(new ShardEvent.OutcomeCommitted(height, outcome));
    }

    /// The ledger's height, for every shard.
    ///
    /// @return false if it has to be told again; a shard that knows it ignores it
    public boolean height(long height) {
        boolean told = true;
        for (ShardLoop shard : shards) {
            told &= shard.tell(new ShardEvent.HeightReached(height));
        }
        return told;
    }

    // ---- effects, on the thread of a shard

    private void carryOut(int from, ShardEffect effect) {
        switch (effect) {
            case ShardEffect.Answer _ -> throw new IllegalStateException("answers leave through their shard");
            case ShardEffect.SendNotice(int to, var notice) ->
                shards.get(to).tell(new ShardEvent.NoticeArrived(from, notice));
            case ShardEffect.AcknowledgeNotices(int to, long upTo) ->
                shards.get(to).tell(new ShardEvent.NoticesAcknowledged(from, upTo));
            case ShardEffect.HandOn(var certificate) -> certificate(certificate);
            case ShardEffect.Publish(var window) -> {
                if (standing == Standing.SIGNING) {
                    own.leaves(window);
                    others.publish(window);
                }
            }
            case ShardEffect.FetchOrder(int authority, var orderId) ->
                others.fetchOrder(authority, orderId, this::certificate);
            case ShardEffect.FetchSequence(int authority, var sender, long sequence) ->
                others.fetchSequence(authority, sender, sequence, this::certificate);
            case ShardEffect.FetchWindow(int authority, int shard, long number) ->
                others.fetchWindow(authority, shard, number, this::window);
            case ShardEffect.LedgerRefused(long height, var rescue, var reason) ->
                log.ledgerRefused(height, rescue, reason);
            case ShardEffect.Evidence(String what) -> log.evidence(from, what);
        }
    }

    // ---- end

    private void fail(String component, Throwable cause) {
        synchronized (this) {
            if (standing == Standing.STOPPED) {
                return;
            }
            standing = Standing.STOPPED;
        }
        log.stopped(component, cause);
        faults.stopped(component, cause);
        // a shard must not wait for its own end, nor two of them for each other's
        Thread.ofVirtual().name("authority-" + plan.number() + "-stop").start(this::closeShards);
    }

    @Override
    public void close() {
        synchronized (this) {
            standing = Standing.STOPPED;
        }
        closeShards();
    }

    private void closeShards() {
        restart.close();
        shards.forEach(ShardLoop::close);
    }

    // ---- for operators and judges

    private int shardOf(RailAccount account) {
        return plan.place(0).shardOf(account);
    }

    /// Shows the core of an account's shard, on that shard's thread.
    ///
    /// @return false if there is no room, or the shard has stopped
    public boolean look(RailAccount account, Consumer<AccountShard> reader) {
        return shards.get(shardOf(account)).look(reader);
    }

    /// The same for a shard by its number.
    public boolean look(int shard, Consumer<AccountShard> reader) {
        return shards.get(shard).look(reader);
    }
}
