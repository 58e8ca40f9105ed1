package io.florin.simulation.bank;

import io.florin.bank.payments.PaymentCore;
import io.florin.bank.payments.PaymentCore.Effect;
import io.florin.bank.payments.PaymentCore.Event;
import io.florin.bank.payments.PaymentCore.Outcome;
import io.florin.bank.payments.WalletPlan.Job;
import io.florin.bank.payments.WalletPlan.Ready;
import io.florin.ledger.Amount;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.status.ResultTip;
import io.florin.wallet.payment.BulkPlan;
import io.florin.wallet.payment.Instruction;
import io.florin.wallet.payment.LedgerView;
import io.florin.wallet.payment.PaymentBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/// Payments in one process of the bank: the real [PaymentCore] in the place of the service's loop, which
/// hears of changes before a pass, and waits with the next one until what it sends is answered.
final class BankPayments {
    private static final PaymentCore.Shares SHARES = new PaymentCore.Shares(1, true, Duration.ofSeconds(30));

    private final BankSurroundings surroundings;
    private final BankRecords records;
    private final Supplier<ResultTip> tip;
    private final Random random;
    private final PaymentCore core;
    private final BankSender sender;
    private final BankHabits habits;
    private final Deque<Effect> open = new ArrayDeque<>();
    private final List<Event> heard = new ArrayList<>();
    private boolean sending;

    /// @param tip the last block that was followed
    BankPayments(
            BankSurroundings surroundings,
            BankRecords records,
            BankSender sender,
            BankHabits habits,
            Supplier<ResultTip> tip,
            Random random) {
        this.surroundings = surroundings;
        this.records = records;
        this.sender = sender;
        this.habits = habits;
        this.tip = tip;
        this.random = random;
        this.core = new PaymentCore(SHARES, random);
    }

    void changed(Collection<Long> wallets) {
        if (!wallets.isEmpty()) {
            heard.add(new Event.Changed(List.copyOf(wallets)));
            heard.add(new Event.OutboxChanged());
        }
    }

    void pass() {
        if (sending) {
            return;
        }
        heard.forEach(core::on);
        heard.clear();
        open.clear();
        open.addAll(core.on(new Event.Pass(now(), tip.get().configuration().version())));
        goOn();
    }

    private Instant now() {
        return Instant.ofEpochMilli(surroundings.nowMillis());
    }

    private void goOn() {
        while (!open.isEmpty() && !sending) {
            act(open.removeFirst());
        }
    }

    private void act(Effect effect) {
        surroundings.beforeEffect();
        switch (effect) {
            case Effect.Recall(Instant now) -> records.recall(now.toEpochMilli());
            case Effect.FindWallets _ -> open.addAll(core.on(new Event.Found(records.waiting())));
            case Effect.Look(long wallet, boolean _) ->
                open.addAll(core.on(new Event.Seen(records.picture(wallet, surroundings.nowMillis()))));
            case Effect.Make(List<Job> jobs) -> {
                List<Outcome> outcomes = jobs.stream().map(this::make).toList();
                heard.forEach(core::on);
                heard.clear();
                open.addAll(core.on(new Event.Made(now(), outcomes)));
            }
            case Effect.Send _ -> {
                sending = true;
                sender.send(something -> {
                    sending = false;
                    core.on(new Event.Sent(
                            something,
                            records.nextAttempt(surroundings.nowMillis()).map(Instant::ofEpochMilli)));
                    goOn();
                });
            }
            case Effect.Overlooked _ -> {
                // a change that happened while the process was down
            }
            case Effect.Reject _, Effect.Retry _ ->
                throw new IllegalStateException("only of hidden currencies: " + effect);
        }
    }

    private Outcome make(Job job) {
        List<BankEntry.Signed> signed = signed((Job.Sign) job);
        if (!records.canKeep(signed)) {
            return new Outcome.Taken(job);
        }
        surroundings.commit(new BankEntry.Kept(job.wallet(), signed));
        return new Outcome.Kept(job);
    }

    private List<BankEntry.Signed> signed(Job.Sign job) {
        ResultTip at = tip.get();
        var namespace = at.configuration()
                .namespace(surroundings.customers().currency())
                .orElseThrow();
        LedgerView view = new LedgerView(
                at.network(),
                namespace.id(),
                namespace.rulesVersion(),
                at.configuration().version(),
                at.number()
                        - surroundings
                                .customers()
                                .staleBlocks(at.configuration().limits()),
                at.configuration().limits());
        PaymentBuilder builder = new PaymentBuilder(surroundings.customers().keys(job.wallet()), view, random);
        List<BankEntry.Signed> signed = new ArrayList<>();
        for (Ready ready : job.ready()) {
            Transfer transfer = builder.pay(ready.inputs(), instructions(ready.payments()), ready.changeTokens());
            signed.add(new BankEntry.Signed(transfer, id(), 0, ready.payments()));
        }
        List<List<UUID>> together = job.together().groups();
        if (!together.isEmpty()) {
            BulkPlan plan = BulkPlan.of(
                            builder,
                            job.together().inputs(),
                            together.stream().map(this::instructions).toList())
                    .orElseThrow();
            UUID id = id();
            plan.splits().forEach(split -> signed.add(new BankEntry.Signed(split, id, 0, List.of())));
            for (int i = 0; i < together.size(); i++) {
                signed.add(new BankEntry.Signed(plan.payments().get(i), id, 1, together.get(i)));
            }
        }
        return signed;
    }

    private UUID id() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    private List<Instruction> instructions(List<UUID> payments) {
        return habits.made(payments).stream().map(this::instruction).toList();
    }

    private Instruction instruction(UUID payment) {
        return new Instruction(
                surroundings.customers().payeeAddress(), Amount.of(records.amountOf(payment)), "", "", "", "");
    }
}
