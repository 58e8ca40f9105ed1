package io.florin.simulation.bank;

import io.florin.bank.payments.PaymentCore;
import io.florin.bank.payments.PaymentCore.Effect;
import io.florin.bank.payments.PaymentCore.Event;
import io.florin.bank.payments.PaymentCore.Outcome;
import io.florin.bank.payments.WalletPlan.Job;
import io.florin.ledger.status.ResultTip;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/// Payments in one process of the bank: the real [PaymentCore] in the place of the service's loop, which
/// hears of changes before a pass, and waits with the next one until what it sends is answered.
final class BankPayments {
    private static final PaymentCore.Shares SHARES = new PaymentCore.Shares(1, true, Duration.ofSeconds(30));

    private final BankSurroundings surroundings;
    private final BankRecords records;
    private final Supplier<ResultTip> tip;
    private final PaymentCore core;
    private final BankSender sender;
    private final BankSigner signer;
    private final Deque<Effect> open = new ArrayDeque<>();
    private final List<Event> heard = new ArrayList<>();
    private boolean sending;

    /// @param tip the last block that was followed
    BankPayments(
            BankSurroundings surroundings,
            BankRecords records,
            BankSender sender,
            BankSigner signer,
            Supplier<ResultTip> tip,
            Random random) {
        this.surroundings = surroundings;
        this.records = records;
        this.sender = sender;
        this.signer = signer;
        this.tip = tip;
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
                throw new IllegalStateException("everything can be built and proven: " + effect);
        }
    }

    private Outcome make(Job job) {
        List<BankEntry.Signed> signed = signer.signed(job);
        if (!records.canKeep(signed)) {
            return new Outcome.Taken(job);
        }
        surroundings.commit(new BankEntry.Kept(job.wallet(), signed));
        return new Outcome.Kept(job);
    }
}
