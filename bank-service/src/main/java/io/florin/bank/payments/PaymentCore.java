package io.florin.bank.payments;

import io.florin.bank.payments.WalletPlan.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Decides which accepted payments become which transactions, and when: events in, effects out. It holds no payment and
/// no token, only which wallets have to be looked at; a picture of one wallet comes in with an event. One thread drives
/// it, and brings what each effect led to before it begins another pass.
///
/// | event | effects |
/// |---|---|
/// | `Pass` | `FindWallets` at the start, after `AllChanged`, under a new configuration and now and then; otherwise as behind `Found` |
/// | `Found` | `Look` at the wallets whose turn it is, as many as the round has room for |
/// | `Seen` | `Reject` what can never be built; after the last one that was looked at, `Look` at as many as there is room for still, or `Make` when the round is full or nobody is left |
/// | `NotSeen` | the wallet rests; then as `Seen` |
/// | `Made` | `Retry` what cannot be proven; then the next round, or `Send` at the end of the pass where something may be due |
/// | `Sent` | none |
/// | `Changed`, `AllChanged`, `OutboxChanged` | none before the next pass |
///
/// A wallet is looked at when something of it changed since it was looked at last: a payment, a token, a credential, a
/// release, a failure, or a time that has come. What finds nothing to make leaves no trace but that time. Payments that
/// came by themselves go before those of files, wallets take turns ([Shares]).
public final class PaymentCore {

    /// Rest after tokens or funds that a wallet pays with were taken meanwhile.
    private static final Duration REST = Duration.ofMillis(200);

    private static final int REST_DOUBLINGS_MAX = 3;

    /// Rest after planning itself failed.
    private static final Duration LONG_REST = Duration.ofSeconds(2);

    private static final int LONG_REST_DOUBLINGS_MAX = 5;

    /// One job of files has up to a thousand lines, and payments that came by themselves wait while it is made.
    private static final int FILES_ROUND_MAX = 1;

    private final Shares shares;
    private final RandomGenerator random;
    private final PlanSchedule schedule = new PlanSchedule();
    private final TreeSet<Long> files = new TreeSet<>();
    private final RoundRobin<Job> turns;
    private final RoundRobin<Job> fileTurns;

    /// Wallets of which a look may show more as soon as what it led to is kept.
    private final TreeSet<Long> partial = new TreeSet<>();

    /// Wallets of which payments that came by themselves had to wait when they were looked at last.
    private final TreeSet<Long> waiting = new TreeSet<>();

    /// Wallets of the round: looked at, and what came of it is not known yet.
    private final TreeSet<Long> open = new TreeSet<>();

    /// Wallets that nothing but the search for all of them named.
    private final TreeSet<Long> overlooked = new TreeSet<>();

    private Instant now = Instant.MIN;
    private Instant searchAt = Instant.MIN;
    private Instant sendAt = Instant.MIN;
    private boolean searchesAll = true;

    /// While what was put off may lie too far ahead: after a start, too, for the clock may have been set back before.
    private boolean recalls = true;

    private long configuration = -1;
    private boolean ofFiles;

    /// @param random draws the shape of hidden payments' change
    public PaymentCore(Shares shares, RandomGenerator random) {
        this.shares = shares;
        this.random = random;
        this.turns = new RoundRobin<>(shares.roundMax());
        this.fileTurns = new RoundRobin<>(FILES_ROUND_MAX);
    }

    /// Division of a pass between wallets.
    ///
    /// @param roundMax jobs that are made at once
    /// @param filesApart whether a pass makes rounds until every wallet had its turn, and then one job of what came
    ///     with files; otherwise it is one round of both
    /// @param searchEvery how often all wallets are looked for, in case that nobody told of a change
    public record Shares(int roundMax, boolean filesApart, Duration searchEvery) {}

    /// Events that the core hears.
    public sealed interface Event {
        /// @param configuration version in force
        record Pass(Instant now, long configuration) implements Event {}

        /// Something of these wallets changed that payments depend on.
        record Changed(Collection<Long> wallets) implements Event {}

        /// Something that all wallets depend on.
        record AllChanged() implements Event {}

        /// Transactions that wait to be sent, or a reason not to send one, changed.
        record OutboxChanged() implements Event {}

        /// @param wallets that have accepted payments
        record Found(List<Long> wallets) implements Event {}

        record Seen(WalletPicture picture) implements Event {}

        /// The picture could not be read, or not be planned.
        record NotSeen(long wallet) implements Event {}

        /// Payments of the wallet that were to be rejected are accepted still.
        record NotRejected(long wallet) implements Event {}

        /// @param now when it was made: proofs take longer than a rest
        record Made(Instant now, List<Outcome> outcomes) implements Event {}

        /// @param next when something may be due again, where time alone makes it so
        record Sent(boolean something, Optional<Instant> next) implements Event {}
    }

    /// Outcome of a job.
    public sealed interface Outcome {
        Job job();

        record Kept(Job job) implements Outcome {}

        /// Its tokens or payments went another way meanwhile.
        record Taken(Job job) implements Outcome {}

        /// It cannot be proven, for a reason that may lie in its payments.
        record NotProven(Job job) implements Outcome {}

        /// For a reason that does not.
        record Failed(Job job) implements Outcome {}
    }

    /// Effects, to be carried out in this order.
    public sealed interface Effect {
        /// Makes due whatever was put off to a time beyond all pauses ([Pauses]).
        record Recall(Instant now) implements Effect {}

        record FindWallets() implements Effect {}

        /// Answered by `Seen` or `NotSeen`. Those that come together may be looked at together.
        ///
        /// @param files whether at what came with files, where that is apart
        record Look(long wallet, boolean files) implements Effect {}

        /// Answered by `NotRejected` where it fails.
        record Reject(long wallet, Map<UUID, UnbuildableReason> reasons) implements Effect {}

        /// Answered by `Made`.
        record Make(List<Job> jobs) implements Effect {}

        /// @param shared whether they were to be paid by one transaction: then each is tried alone
        record Retry(List<UUID> payments, boolean shared) implements Effect {}

        /// Nobody had told that something of it changed.
        record Overlooked(long wallet) implements Effect {}

        /// Answered by `Sent`.
        record Send() implements Effect {}
    }

    public List<Effect> on(Event event) {
        return switch (event) {
            case Event.Changed(var wallets) -> {
                schedule.changed(wallets);
                overlooked.removeAll(wallets);
                yield List.of();
            }
            case Event.AllChanged _ -> {
                searchesAll = true;
                yield List.of();
            }
            case Event.OutboxChanged _ -> {
                sendAt = Instant.MIN;
                yield List.of();
            }
            case Event.Pass(var at, var version) -> pass(at, version);
            case Event.Found(var wallets) -> found(wallets);
            case Event.Seen(var picture) -> seen(picture);
            case Event.NotSeen(var wallet) -> {
                open.remove(wallet);
                lane().offer(wallet, List.of());
                schedule.rest(wallet, now, LONG_REST, LONG_REST_DOUBLINGS_MAX);
                yield next();
            }
            case Event.NotRejected(var wallet) -> {
                partial.add(wallet);
                schedule.rest(wallet, now, LONG_REST, LONG_REST_DOUBLINGS_MAX);
                yield List.of();
            }
            case Event.Made(var at, var outcomes) -> {
                moveTo(at);
                yield made(outcomes);
            }
            case Event.Sent(var something, var next) -> {
                sendAt = something ? Instant.MIN : next.orElse(Instant.MAX);
                yield List.of();
            }
        };
    }

    /// After the clock was set back, no time that was reckoned with before comes when it was meant to.
    private void moveTo(Instant at) {
        if (at.isBefore(now)) {
            recalls = true;
            schedule.forgetTimes();
        }
        now = at;
    }

    private List<Effect> pass(Instant at, long version) {
        moveTo(at);
        if (!open.isEmpty()) { // the pass before was broken off, perhaps after something was kept
            schedule.changed(open);
            open.clear();
            sendAt = Instant.MIN;
        }
        schedule.tick(now);
        searchesAll |= version != configuration;
        configuration = version;
        if (recalls) {
            searchesAll = true;
            return List.of(new Effect.Recall(now), new Effect.FindWallets());
        }
        return searchesAll || !now.isBefore(searchAt) ? List.of(new Effect.FindWallets()) : rounds();
    }

    private List<Effect> found(List<Long> wallets) {
        overlooked.clear();
        if (!searchesAll) {
            wallets.stream().filter(wallet -> !schedule.isChanged(wallet)).forEach(overlooked::add);
        }
        searchesAll = false;
        recalls = false;
        searchAt = now.plus(shares.searchEvery());
        sendAt = Instant.MIN;
        schedule.changed(wallets);
        return rounds();
    }

    private List<Effect> rounds() {
        ofFiles = false;
        turns.begin(schedule.due(now));
        return next();
    }

    private RoundRobin<Job> lane() {
        return ofFiles ? fileTurns : turns;
    }

    private List<Effect> next() {
        RoundRobin<Job> lane = lane();
        if (lane.isAsking()) {
            return List.of();
        }
        List<Effect> looks = new ArrayList<>();
        for (OptionalLong wallet = lane.next(); wallet.isPresent(); wallet = lane.next()) {
            looks.add(look(wallet.getAsLong()));
        }
        if (!looks.isEmpty()) {
            return looks;
        }
        TreeSet<Long> unfinished = new TreeSet<>();
        List<Job> jobs = lane.take(unfinished);
        schedule.changed(unfinished);
        return jobs.isEmpty() ? laneEnded() : List.of(new Effect.Make(jobs));
    }

    private Effect look(long wallet) {
        open.add(wallet);
        if (ofFiles) {
            files.remove(wallet);
        } else {
            schedule.looked(wallet);
        }
        return new Effect.Look(wallet, ofFiles);
    }

    private List<Effect> laneEnded() {
        if (shares.filesApart() && !ofFiles) {
            ofFiles = true;
            fileTurns.begin(files);
            return next();
        }
        return sendAt.isAfter(now) ? List.of() : List.of(new Effect.Send());
    }

    private List<Effect> seen(WalletPicture picture) {
        long wallet = picture.wallet();
        WalletPlan plan = WalletPlan.of(picture, waiting.contains(wallet), random);
        picture.next().ifPresentOrElse(at -> schedule.wakeAt(wallet, at), () -> schedule.forgetWake(wallet));
        if (picture.files()) {
            files.add(wallet);
        }
        remember(partial, wallet, picture.cut() || plan.waits());
        if (!ofFiles) {
            remember(waiting, wallet, plan.waits());
        }
        if (plan.jobs().isEmpty()) {
            open.remove(wallet);
            overlooked.remove(wallet);
            schedule.awake(wallet);
        }
        lane().offer(wallet, plan.jobs());
        List<Effect> effects = new ArrayList<>();
        if (!plan.unbuildable().isEmpty()) {
            effects.add(new Effect.Reject(wallet, plan.unbuildable()));
        }
        effects.addAll(next());
        return effects;
    }

    private List<Effect> made(List<Outcome> outcomes) {
        List<Effect> effects = new ArrayList<>();
        TreeSet<Long> kept = new TreeSet<>();
        TreeSet<Long> taken = new TreeSet<>();
        TreeSet<Long> failed = new TreeSet<>();
        for (Outcome outcome : outcomes) {
            long wallet = outcome.job().wallet();
            switch (outcome) {
                case Outcome.Kept _ -> {
                    sendAt = Instant.MIN;
                    kept.add(wallet);
                    if (overlooked.remove(wallet)) {
                        effects.add(new Effect.Overlooked(wallet));
                    }
                    if (partial.contains(wallet)) {
                        again(wallet);
                    }
                }
                case Outcome.Taken _ -> taken.add(wallet);
                case Outcome.NotProven(var job) -> {
                    effects.add(new Effect.Retry(job.payments(), job instanceof Job.Prove prove && prove.pays()));
                    again(wallet);
                }
                case Outcome.Failed _ -> failed.add(wallet);
            }
        }
        kept.forEach(schedule::awake);
        taken.removeAll(failed);
        taken.forEach(wallet -> schedule.rest(wallet, now, REST, REST_DOUBLINGS_MAX));
        failed.forEach(wallet -> schedule.rest(wallet, now, LONG_REST, LONG_REST_DOUBLINGS_MAX));
        open.clear();
        effects.addAll(shares.filesApart() && !ofFiles ? next() : laneEnded());
        return effects;
    }

    private void again(long wallet) {
        if (ofFiles) {
            files.add(wallet);
        } else {
            schedule.changed(List.of(wallet));
        }
    }

    private static void remember(SortedSet<Long> wallets, long wallet, boolean is) {
        if (is) {
            wallets.add(wallet);
        } else {
            wallets.remove(wallet);
        }
    }
}
