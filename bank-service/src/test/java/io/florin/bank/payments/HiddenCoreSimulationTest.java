package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.PaymentCore.Effect;
import io.florin.bank.payments.PaymentCore.Event;
import io.florin.bank.payments.PaymentCore.Outcome;
import io.florin.bank.payments.WalletPicture.Money;
import io.florin.bank.payments.WalletPlan.Job;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.testkit.Seeded;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.TransactionOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/// The same of a currency that hides owners or values: proofs that fail, splits that fail, tokens that are certified
/// later than they settle. A payment waits for the token that a split makes for it.
class HiddenCoreSimulationTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final PaymentCore.Shares SHARES = new PaymentCore.Shares(4, false, Duration.ofSeconds(30));
    private static final int WALLETS = 4;

    private final List<UnderWay> underWay = new ArrayList<>();
    private final Map<Long, List<OwnedToken>> spendable = new TreeMap<>();
    private final Map<OwnedToken, Long> uncertified = new LinkedHashMap<>();
    private final Map<UUID, Owed> owed = new LinkedHashMap<>();
    private Instant now = NOON;
    private long funded;
    private int looks;
    private int ids;

    private static final class Owed {
        private final UUID id;
        private final long wallet;
        private final long amount;
        private Instant planAfter;
        private boolean submitted;
        private boolean settled;
        private boolean alone;
        private Optional<TransactionOutput> prepared = Optional.empty();

        private Owed(UUID id, long wallet, long amount, Instant planAfter) {
            this.id = id;
            this.wallet = wallet;
            this.amount = amount;
            this.planAfter = planAfter;
        }
    }

    private record UnderWay(Job.Prove job, TransactionId id) {}

    @Seeded
    void everyPaymentIsPaidOnceWhateverHappens(long seed) {
        Random chance = new Random(seed);
        TestNetwork network = new TestNetwork(seed);
        PaymentCore core = new PaymentCore(SHARES, new Random(seed));
        for (int event = 0; event < 300; event++) {
            long wallet = 1 + chance.nextInt(WALLETS);
            switch (chance.nextInt(10)) {
                case 0 -> {
                    for (int count = chance.nextInt(4) == 0 ? 1 + chance.nextInt(40) : 1; count > 0; count--) {
                        accept(wallet, 1 + chance.nextInt(50), network);
                    }
                }
                case 1, 2, 3 -> pass(core, chance, network, chance.nextInt(5) == 0 ? chance.nextInt(9) : 10_000, 4);
                case 4, 5, 6 -> wallet = end(chance, wallet);
                case 7 -> now = now.plusMillis(chance.nextInt(3_000));
                case 8 -> certify();
                default -> core = chance.nextInt(3) == 0 ? new PaymentCore(SHARES, new Random(seed)) : core;
            }
            if (chance.nextInt(8) > 0) {
                core.on(new Event.Changed(List.of(wallet)));
            }
            assertThat(there()).isEqualTo(funded);
        }
        for (int rounds = 0; rounds < 600 && !isPaid(); rounds++) {
            now = now.plusSeconds(1);
            pass(core, chance, network, 10_000, 0);
            for (UnderWay each : List.copyOf(underWay)) {
                settle(each);
                core.on(new Event.Changed(List.of(each.job().wallet())));
            }
            certify();
        }
        assertThat(owed.values()).allMatch(payment -> payment.settled);
        pass(core, chance, network, 10_000, 0);
        looks = 0;
        pass(core, chance, network, 10_000, 0);
        assertThat(looks).as("a bank at rest looks at no wallet").isZero();
    }

    private boolean isPaid() {
        return owed.values().stream().allMatch(payment -> payment.settled);
    }

    private static OwnedToken token(TransactionOutput id, long value) {
        Amount amount = Amount.of(value);
        return new OwnedToken(
                id,
                new HiddenToken.Anonymous(G1.generator(), amount),
                new HiddenOpening(Scalar.ONE, amount, Scalar.ONE, Scalar.ZERO),
                Optional.empty(),
                1,
                Optional.empty());
    }

    private void accept(long wallet, long amount, TestNetwork network) {
        Owed payment = new Owed(new UUID(1, ids++), wallet, amount, now);
        owed.put(payment.id, payment);
        TransactionOutput id = new TransactionOutput(new TransactionId(network.newId()), 0);
        spendable.computeIfAbsent(wallet, _ -> new ArrayList<>()).add(token(id, amount));
        funded += amount;
    }

    /// @param faults of ten jobs, how many come to nothing
    private void pass(PaymentCore core, Random chance, TestNetwork network, int steps, int faults) {
        Deque<Effect> open = new ArrayDeque<>(core.on(new Event.Pass(now, 1)));
        for (int step = 0; step < steps && !open.isEmpty(); step++) {
            switch (open.removeFirst()) {
                case Effect.Recall _ -> {
                    // this clock is not set back
                }
                case Effect.FindWallets _ ->
                    open.addAll(core.on(new Event.Found(owed.values().stream()
                            .filter(payment -> !payment.submitted)
                            .map(payment -> payment.wallet)
                            .distinct()
                            .sorted()
                            .toList())));
                case Effect.Look(var wallet, var _) -> {
                    looks++;
                    open.addAll(core.on(new Event.Seen(picture(wallet))));
                }
                case Effect.Make(var jobs) ->
                    open.addAll(core.on(new Event.Made(
                            now,
                            jobs.stream()
                                    .map(job -> make((Job.Prove) job, network, chance.nextInt(10) < faults, chance))
                                    .toList())));
                case Effect.Retry(var payments, var shared) ->
                    payments.forEach(id -> again(id, shared && payments.size() > 1));
                case Effect.Send _ -> core.on(new Event.Sent(false, Optional.empty()));
                case Effect.Reject reject -> throw new AssertionError("nothing is unbuildable: " + reject);
                case Effect.Overlooked _ -> {}
            }
        }
    }

    private void again(UUID id, boolean alone) {
        Owed payment = payment(id);
        payment.alone |= alone;
        payment.submitted = false;
        payment.planAfter = alone ? now : now.plusSeconds(2);
    }

    private Owed payment(UUID id) {
        return Optional.ofNullable(owed.get(id)).orElseThrow();
    }

    private WalletPicture picture(long wallet) {
        List<OwnedToken> tokens = spendable.getOrDefault(wallet, List.of());
        List<Owed> own = owed.values().stream()
                .filter(payment -> payment.wallet == wallet && !payment.submitted)
                .toList();
        List<PaymentDue> dues = own.stream()
                .filter(payment -> !payment.planAfter.isAfter(now))
                .filter(payment -> payment.prepared.isEmpty() || !isOnItsWay(payment.prepared.get()))
                .map(payment -> new PaymentDue(
                        payment.id, Amount.of(payment.amount), false, true, payment.prepared, payment.alone))
                .toList();
        Optional<Instant> next = own.stream()
                .map(payment -> payment.planAfter)
                .filter(at -> at.isAfter(now))
                .min(Instant::compareTo);
        Set<Long> epochs = tokens.stream().map(OwnedToken::certifierEpoch).collect(Collectors.toSet());
        Money money = new Money.Hidden(tokens, epochs, true, WalletInfo.State.ENROLLED, Amount.of(Long.MAX_VALUE));
        return new WalletPicture(wallet, dues, false, false, next, money);
    }

    private boolean isOnItsWay(TransactionOutput token) {
        return underWay.stream().anyMatch(each -> each.id().equals(token.transaction()))
                || uncertified.keySet().stream().anyMatch(each -> each.id().equals(token));
    }

    private Outcome make(Job.Prove job, TestNetwork network, boolean fails, Random chance) {
        if (fails) {
            return switch (chance.nextInt(3)) {
                case 0 -> new Outcome.Taken(job);
                case 1 -> new Outcome.Failed(job);
                default -> job.payments().isEmpty() ? new Outcome.Failed(job) : new Outcome.NotProven(job);
            };
        }
        List<OwnedToken> free = spendable.getOrDefault(job.wallet(), List.of());
        Invariant.check(free.containsAll(job.inputs()), "a token is spent that is not there");
        free.removeAll(job.inputs());
        TransactionId id = new TransactionId(network.newId());
        for (int output = 0; output < job.served().size(); output++) {
            for (UUID each : job.served().get(output)) {
                Owed payment = payment(each);
                Invariant.check(!payment.submitted, "a payment is made twice");
                if (job.pays()) {
                    payment.submitted = true;
                } else {
                    payment.prepared = Optional.of(new TransactionOutput(id, output));
                }
            }
        }
        underWay.add(new UnderWay(job, id));
        return new Outcome.Kept(job);
    }

    private long end(Random chance, long otherwise) {
        if (underWay.isEmpty()) {
            return otherwise;
        }
        UnderWay one = underWay.get(chance.nextInt(underWay.size()));
        if (chance.nextInt(4) > 0) {
            settle(one);
        } else {
            underWay.remove(one);
            spendable
                    .computeIfAbsent(one.job().wallet(), _ -> new ArrayList<>())
                    .addAll(one.job().inputs());
            one.job().payments().forEach(id -> {
                if (!one.job().pays()) {
                    payment(id).prepared = Optional.empty();
                }
                again(id, false);
            });
        }
        return one.job().wallet();
    }

    private void settle(UnderWay done) {
        underWay.remove(done);
        Job.Prove job = done.job();
        long left = sum(job.inputs());
        for (int output = 0; output < job.served().size(); output++) {
            if (job.pays()) {
                Owed payment = payment(job.served().get(output).getFirst());
                Invariant.check(!payment.settled, "a payment is paid twice");
                payment.settled = true;
                left -= payment.amount;
            } else {
                long value = job.parts().get(output).minorUnits();
                uncertified.put(token(new TransactionOutput(done.id(), output), value), job.wallet());
                left -= value;
            }
        }
        Invariant.check(left >= 0, "more is paid than there is");
        if (left > 0) {
            uncertified.put(token(new TransactionOutput(done.id(), job.served().size()), left), job.wallet());
        }
    }

    private void certify() {
        uncertified.forEach((token, wallet) ->
                spendable.computeIfAbsent(wallet, _ -> new ArrayList<>()).add(token));
        uncertified.clear();
    }

    private static long sum(Iterable<OwnedToken> tokens) {
        long sum = 0;
        for (OwnedToken token : tokens) {
            sum += token.amount().minorUnits();
        }
        return sum;
    }

    private long there() {
        long there = sum(uncertified.keySet());
        for (List<OwnedToken> tokens : spendable.values()) {
            there += sum(tokens);
        }
        for (UnderWay each : underWay) {
            there += sum(each.job().inputs());
        }
        for (Owed payment : owed.values()) {
            there += payment.settled ? payment.amount : 0;
        }
        return there;
    }
}
