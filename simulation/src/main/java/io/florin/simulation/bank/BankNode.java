package io.florin.simulation.bank;

import io.florin.bank.payments.AcceptanceRound;
import io.florin.bank.payments.AcceptanceRound.Bounds;
import io.florin.bank.payments.Sharing;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.token.Token;
import io.florin.simulation.committer.CommitterNode;
import io.florin.simulation.endorser.EndorserNode;
import io.florin.simulation.follower.FollowerHabits;
import io.florin.simulation.follower.FollowerSurroundings;
import io.florin.simulation.follower.ResultFollower;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.SimulatedLog;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A bank: what all wallets are worth by what it believes of blocks, and the payments of its own customers, by the real
/// core, above a database that is a log of transactions.
public final class BankNode extends ResultFollower {
    private static final long PASS_MILLIS = 250;

    /// Few, so that a crowd of payments takes several transfers.
    private static final int SHARED_MAX = 2;

    private static final long ANSWER_MICROS = 900_000;
    private static final long AGAIN_MICROS = 700_000;

    private final BankCustomers customers;
    private final BankHabits habits;
    private final List<EndorserNode> endorsers;
    private final long orderedWithinMillis;
    private final SimulatedLog<BankEntry> log;
    private final Set<UUID> told = new LinkedHashSet<>();
    private final Map<StateKey, Long> tokens = new HashMap<>();
    private BankRecords records;
    private long headAtStart;
    private int expiredAway;
    private ResultTip tip;
    private @Nullable BankPayments payments;
    private @Nullable BankNotes notes;

    /// @param endorsers filled when all are there
    /// @param orderedWithinMillis when customers have ordered everything
    public BankNode(
            FollowerSurroundings around,
            FollowerHabits habits,
            BankHabits payingHabits,
            BankCustomers customers,
            List<EndorserNode> endorsers,
            long orderedWithinMillis) {
        super("bank", around, habits);
        this.customers = customers;
        this.habits = payingHabits;
        this.endorsers = endorsers;
        this.orderedWithinMillis = orderedWithinMillis;
        this.log = disk().log();
        this.tip = ResultTip.of(around.genesis());
        this.records = empty();
    }

    private BankRecords empty() {
        return new BankRecords(
                customers
                        .hidden()
                        .<BankMoney>map(wallets -> new HiddenMoney(wallets, habits, () -> tip.configuration()))
                        .orElseGet(() -> new ClearMoney(customers.owners(), this::sharing)),
                each -> habits.overAt(each.transaction().header().expiryHeight()),
                followed -> habits.reached(followed, head()));
    }

    private long head() {
        return ledger().committers().stream()
                .mapToLong(CommitterNode::height)
                .max()
                .orElse(0);
    }

    /// Payments of every other wallet share none, so that both ways of planning are taken.
    private Sharing sharing(long wallet) {
        Sharing allowed = Sharing.of(tip.configuration(), customers.currency(), Tier.TREASURY);
        return wallet % 2 == 0 ? Sharing.NONE : new Sharing(SHARED_MAX, allowed.sumMax());
    }

    // ---- life

    @Override
    protected void resume(List<SettledBlock> settled, Life life) {
        tip = settled.isEmpty()
                ? ResultTip.of(ledger().genesis())
                : settled.getLast().after();
        settled.forEach(this::apply);
        restore(settled);
        headAtStart = head();
        if (!settled.isEmpty()) {
            tell(settled.getLast());
        }
        BankSurroundings surroundings = surroundings();
        var sender = new BankSender(surroundings, records, asked(life), world().random("sender of " + name()));
        Random random = world().random("payments of " + name() + restarts());
        payments = new BankPayments(surroundings, records, sender, signer(random), () -> tip, random);
        customers.hidden().ifPresent(wallets -> {
            BankNotes begun = new BankNotes(wallets, surroundings, records, endorsers);
            begun.start(life, this, ledger());
            notes = begun;
        });
        life.every(PASS_MILLIS, this::pass);
        for (int i = 0; i < customers.orders().size(); i++) {
            CustomerOrder order = customers.orders().get(i);
            long at = (i % 2 + 1) * orderedWithinMillis * 1000 / 3; // many at once are made together
            life.after(at - world().nowMicros(), () -> order(order, life));
        }
    }

    private BankSigner signer(Random random) {
        return customers
                .hidden()
                .<BankSigner>map(wallets -> new HiddenSigner(wallets, records, () -> tip, random))
                .orElseGet(() -> new ClearSigner(customers, records, habits, () -> tip, random));
    }

    /// As the database has it: each transaction behind the block that was followed before it.
    private void restore(List<SettledBlock> settled) {
        records = empty();
        List<BankEntry> entries = habits.entries(log.records());
        int next = 0;
        for (SettledBlock block : settled) {
            while (next < entries.size() && entries.get(next).afterBlock() < block.number()) {
                records.apply(entries.get(next++).change(), clock().wallMillis());
            }
            records.apply(block, clock().wallMillis());
        }
        while (next < entries.size()) {
            records.apply(entries.get(next++).change(), clock().wallMillis());
        }
    }

    @Override
    protected void forget() {
        super.forget();
        tokens.clear();
        payments = null;
        notes = null;
    }

    private void pass() {
        if (payments != null) {
            payments.pass();
        }
    }

    private void changed(Collection<Long> wallets) {
        if (payments != null) {
            payments.changed(wallets);
        }
    }

    // ---- customers

    /// Ordered again until the answer is that it is accepted, and never after that.
    private void order(CustomerOrder order, Life life) {
        if (told.contains(order.id())) {
            return;
        }
        if (records.has(order.id()) || isAccepted(order)) {
            told.add(order.id());
        } else {
            life.after(AGAIN_MICROS, () -> order(order, life));
        }
    }

    private boolean isAccepted(CustomerOrder order) {
        Amount amount = Amount.of(order.amount());
        var round = new AcceptanceRound(
                Optional.empty(),
                records.free(order.wallet()),
                new HashMap<>(),
                new Bounds(Optional.empty(), amount, amount));
        if (round.unfunded(amount).isPresent()) {
            return false;
        }
        surroundings().commit(new BankEntry.Accepted(order));
        return true;
    }

    private BankSurroundings surroundings() {
        return new BankSurroundings() {
            @Override
            public BankCustomers customers() {
                return customers;
            }

            @Override
            public long nowMillis() {
                return clock().wallMillis();
            }

            @Override
            public void beforeEffect() {
                effect();
            }

            @Override
            public void commit(BankEntry.Change change) {
                effect();
                log.append(new BankEntry(records.height(), change));
                if (habits.syncs()) {
                    effect();
                    log.sync();
                }
                effect();
                changed(records.apply(change, nowMillis()));
            }
        };
    }

    // ---- endorsers

    private BankSender.Endorsers asked(Life life) {
        return new BankSender.Endorsers() {
            @Override
            public List<EndorserNode> all() {
                return endorsers;
            }

            @Override
            public EndorserGroup group() {
                return tip.configuration().endorserGroup(customers.currency()).orElseThrow();
            }

            @Override
            public boolean isSuperseded(long configuration) {
                return habits.superseded(configuration < tip.configuration().version());
            }

            @Override
            public void submit(
                    EndorserNode endorser,
                    List<Submission> submissions,
                    Consumer<Optional<List<SubmissionOutcome>>> answer) {
                boolean[] answered = {false};
                ledger().network()
                        .<List<SubmissionOutcome>>call(
                                BankNode.this, life, endorser, told -> endorser.submit(submissions, told), outcomes -> {
                                    if (!answered[0]) {
                                        answered[0] = true;
                                        answer.accept(Optional.of(outcomes));
                                    }
                                });
                life.after(ANSWER_MICROS, () -> {
                    if (!answered[0]) {
                        answered[0] = true;
                        answer.accept(Optional.empty());
                    }
                });
            }
        };
    }

    // ---- the ledger

    @Override
    protected boolean mayTake(SettledBlock block, Life life) {
        return true;
    }

    @Override
    protected void take(SettledBlock block) {
        tip = block.after();
        apply(block);
        int before = records.expired();
        changed(records.apply(block, clock().wallMillis()));
        tell(block);
        expiredAway += block.number() <= headAtStart ? records.expired() - before : 0;
    }

    private void tell(SettledBlock block) {
        if (customers.hidden().isPresent()) {
            ledger().watch().found(name(), block.number(), found());
            return;
        }
        long sum = tokens.values().stream().mapToLong(Long::longValue).sum();
        ledger().watch().balance(name(), block.number(), sum);
    }

    private void apply(SettledBlock block) {
        for (SettledTransaction settled : block.committed()) {
            SettlementTransaction transaction = settled.committed().orElseThrow();
            for (Write write : transaction.writes()) {
                if (write instanceof Write.Output(int _, Token token)) {
                    tokens.merge(transaction.keyOf(write), token.value().minorUnits(), Math::addExact);
                } else {
                    tokens.remove(transaction.keyOf(write));
                }
            }
        }
    }

    // ---- for the judge

    /// Worth of all wallets of a hidden currency, the payee's with them, by the notes that were found.
    public long found() {
        long sum = 0;
        for (long wallet = 0; wallet <= payee(); wallet++) {
            sum = Math.addExact(sum, records.worth(wallet));
        }
        return sum;
    }

    /// Worth of the payee's wallet of a hidden currency.
    public long foundByPayee() {
        return records.worth(payee());
    }

    private long payee() {
        return customers.hidden().orElseThrow().payee();
    }

    /// Payments that customers were told are accepted.
    public Set<UUID> told() {
        return told;
    }

    public Collection<BankPayment> payments() {
        return records.payments();
    }

    /// Its transactions that expired before a block had them.
    public int expired() {
        return records.expired();
    }

    /// Those of them that expired in a block that was there before it came back.
    public int expiredAway() {
        return expiredAway;
    }

    /// Whether everything is ordered and has ended.
    public boolean isAtRest() {
        return (customers.hidden().isEmpty() || notes != null && notes.isRead())
                && told.size() == customers.orders().size()
                && records.payments().stream()
                        .allMatch(payment -> payment.state().isFinal());
    }

    /// States of its payments.
    public String describePayments() {
        StringBuilder text = new StringBuilder("payments: " + told.size() + " told");
        records.payments()
                .forEach(each -> text.append(' ')
                        .append(each.order().amount())
                        .append(' ')
                        .append(each.state())
                        .append(each.reason().map(reason -> " (" + reason + ")").orElse("")));
        records.underWay().forEach(each -> text.append("\n    ").append(each));
        return text.toString();
    }
}
