package io.florin.bank.payments;

import io.florin.bank.payments.PaymentCore.Effect;
import io.florin.bank.payments.PaymentCore.Event;
import io.florin.bank.payments.PaymentCore.Outcome;
import io.florin.bank.payments.WalletPicture.Money;
import io.florin.bank.payments.WalletPlan.Job;
import io.florin.bank.payments.WalletPlan.Ready;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.tokens.TokenSelector;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/// A bank in a currency that hides nothing, in memory: wallets, payments and transactions under way, and what a
/// [PaymentCore] asks to be done about them. A transaction is kept with its inputs set aside and its payments, or not
/// at all.
final class PaymentWorld {

    static final Duration SEARCH = Duration.ofSeconds(30);
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final int PIECE = 100;

    /// An accepted payment.
    static final class Owed {
        final UUID id;
        final long wallet;
        final long amount;
        final boolean ofFile;
        Instant planAfter;
        boolean submitted;
        boolean settled;

        private Owed(UUID id, long wallet, long amount, boolean ofFile, Instant planAfter) {
            this.id = id;
            this.wallet = wallet;
            this.amount = amount;
            this.ofFile = ofFile;
            this.planAfter = planAfter;
        }
    }

    /// Transactions that commit together.
    ///
    /// @param changeTokens that the change comes back as
    record UnderWay(long wallet, List<TokenReference> inputs, List<UUID> pays, long change, int changeTokens) {}

    final List<Long> looks = new ArrayList<>();
    final List<String> made = new ArrayList<>();
    final List<Long> overlooked = new ArrayList<>();
    final List<UnderWay> underWay = new ArrayList<>();
    final Map<UUID, Owed> owed = new LinkedHashMap<>();
    final SortedSet<Long> broken = new TreeSet<>();
    final SortedSet<Long> contested = new TreeSet<>();
    int sends;
    Sharing sharing = Sharing.NONE;
    int changeTokensMax = 1;
    Instant now = NOON;
    long configuration = 1;
    PaymentCore core;

    private final TestNetwork network;
    private final Ed25519KeyPair owner;
    private final Map<Long, List<TokenReference>> tokens = new TreeMap<>();
    private final PaymentCore.Shares shares;
    private final long seed;
    private int ids;

    PaymentWorld(long seed) {
        this.seed = seed;
        network = new TestNetwork(seed);
        owner = network.newKey();
        shares = new PaymentCore.Shares(1, true, SEARCH);
        core = new PaymentCore(shares, new Random(seed));
    }

    /// The process ends and starts again.
    void restart() {
        core = new PaymentCore(shares, new Random(seed));
    }

    void tell(long... wallets) {
        core.on(new Event.Changed(Arrays.stream(wallets).boxed().toList()));
    }

    Owed accept(long wallet, long amount, boolean ofFile) {
        Owed payment = new Owed(new UUID(1, ids++), wallet, amount, ofFile, now);
        owed.put(payment.id, payment);
        return payment;
    }

    void fund(long wallet, long value) {
        tokens.computeIfAbsent(wallet, _ -> new ArrayList<>())
                .add(new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(owner, value)));
    }

    /// Tokens that it has, or will have when all that is under way has committed.
    int tokensOf(long wallet) {
        return tokens.getOrDefault(wallet, List.of()).size()
                + underWay.stream()
                        .filter(each -> each.wallet() == wallet && each.change() > 0)
                        .mapToInt(UnderWay::changeTokens)
                        .sum();
    }

    long held(long wallet) {
        return sum(tokens.getOrDefault(wallet, List.of()));
    }

    static long sum(List<TokenReference> all) {
        return TokenSelector.sum(all).minorUnits();
    }

    /// A block commits it.
    void settle(UnderWay done) {
        underWay.remove(done);
        done.pays().forEach(id -> {
            Owed payment = paid(id);
            Invariant.check(!payment.settled, "a payment is paid twice");
            payment.settled = true;
        });
        long left = done.change();
        for (int parts = done.changeTokens(); parts > 0 && left > 0; parts--) {
            long part = left / parts;
            fund(done.wallet(), part);
            left -= part;
        }
    }

    /// It can never commit.
    void fail(UnderWay failed) {
        underWay.remove(failed);
        tokens.computeIfAbsent(failed.wallet(), _ -> new ArrayList<>()).addAll(failed.inputs());
        failed.pays().forEach(id -> {
            Owed payment = paid(id);
            payment.submitted = false;
            payment.planAfter = now.plusMillis(500);
        });
    }

    private Owed paid(UUID id) {
        return Optional.ofNullable(owed.get(id)).orElseThrow();
    }

    /// One pass of the loop.
    void pass() {
        pass(Integer.MAX_VALUE);
    }

    /// @param steps after which the process dies, or its database is away
    void pass(int steps) {
        Deque<Effect> open = new ArrayDeque<>(core.on(new Event.Pass(now, configuration)));
        for (int step = 0; step < steps && !open.isEmpty(); step++) {
            act(open.removeFirst(), open);
        }
    }

    private void act(Effect effect, Deque<Effect> open) {
        switch (effect) {
            case Effect.FindWallets _ ->
                open.addAll(core.on(new Event.Found(accepted()
                        .map(payment -> payment.wallet)
                        .distinct()
                        .sorted()
                        .toList())));
            case Effect.Look(var wallet, var files) -> {
                looks.add(wallet);
                open.addAll(core.on(
                        broken.contains(wallet) ? new Event.NotSeen(wallet) : new Event.Seen(picture(wallet, files))));
            }
            case Effect.Make(var jobs) ->
                open.addAll(core.on(
                        new Event.Made(now, jobs.stream().map(this::make).toList())));
            case Effect.Recall(var at) ->
                owed.values().stream()
                        .filter(payment -> payment.planAfter.isAfter(Pauses.beyond(at)))
                        .forEach(payment -> payment.planAfter = at);
            case Effect.Overlooked(var wallet) -> overlooked.add(wallet);
            case Effect.Send _ -> {
                sends++;
                core.on(new Event.Sent(false, Optional.empty()));
            }
            case Effect.Reject _, Effect.Retry _ -> throw new AssertionError("only of hidden currencies: " + effect);
        }
    }

    private Stream<Owed> accepted() {
        return owed.values().stream().filter(payment -> !payment.submitted);
    }

    private WalletPicture picture(long wallet, boolean files) {
        List<Owed> own = accepted().filter(payment -> payment.wallet == wallet).toList();
        List<Owed> plannable =
                own.stream().filter(payment -> !payment.planAfter.isAfter(now)).toList();
        List<PaymentDue> dues = plannable.stream()
                .filter(payment -> payment.ofFile == files)
                .limit(PIECE)
                .map(payment ->
                        new PaymentDue(payment.id, Amount.of(payment.amount), files, true, Optional.empty(), false))
                .toList();
        return new WalletPicture(
                wallet,
                dues,
                dues.size() == PIECE,
                !files && plannable.stream().anyMatch(payment -> payment.ofFile),
                own.stream()
                        .map(payment -> payment.planAfter)
                        .filter(at -> at.isAfter(now))
                        .min(Instant::compareTo),
                new Money.Clear(tokens.getOrDefault(wallet, List.of()), sharing, new ChangeTokens(changeTokensMax, (int)
                        underWay.stream()
                                .filter(each -> each.wallet() == wallet)
                                .count())));
    }

    private Outcome make(Job job) {
        if (contested.contains(job.wallet())) {
            return new Outcome.Taken(job);
        }
        Job.Sign sign = (Job.Sign) job;
        for (Ready ready : sign.ready()) {
            keep(job.wallet(), ready.inputs(), ready.payments(), ready.changeTokens());
        }
        if (!sign.together().groups().isEmpty()) {
            keep(
                    job.wallet(),
                    sign.together().inputs(),
                    sign.together().groups().stream().flatMap(List::stream).toList(),
                    1);
        }
        made.add((job.ofFile() ? "lines of " : "payments of ") + job.wallet());
        return new Outcome.Kept(job);
    }

    private void keep(long wallet, List<TokenReference> inputs, List<UUID> pays, int changeTokens) {
        List<TokenReference> free = tokens.getOrDefault(wallet, List.of());
        Invariant.check(free.containsAll(inputs), "a token is spent that is not there");
        free.removeAll(inputs);
        long amount = 0;
        for (UUID id : pays) {
            Owed payment = paid(id);
            Invariant.check(!payment.submitted, "a payment is made twice");
            Invariant.check(!payment.planAfter.isAfter(now), "a payment is made before its time");
            payment.submitted = true;
            amount += payment.amount;
        }
        long change = sum(inputs) - amount;
        Invariant.check(change >= 0, "more is paid than there is");
        Invariant.check(changeTokens == 1 || pays.size() + changeTokens <= 16, "more outputs than a transfer has");
        Invariant.check(changeTokens <= Math.max(1, change), "a token of no value");
        underWay.add(new UnderWay(wallet, List.copyOf(inputs), List.copyOf(pays), change, changeTokens));
    }
}
