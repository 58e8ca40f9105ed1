package io.florin.bank.payments.adapter;

import io.florin.bank.payments.PaymentCore;
import io.florin.bank.payments.PaymentCore.Effect;
import io.florin.bank.payments.PaymentCore.Event;
import io.florin.bank.payments.PaymentCore.Outcome;
import io.florin.bank.payments.UnbuildableReason;
import io.florin.bank.payments.WalletPlan.Job;
import io.florin.bank.payments.adapter.PaymentRecords.Built;
import io.florin.bank.payments.adapter.PaymentRecords.Looked;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.runtime.database.DatabaseAway;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.OptimisticLockingFailureException;

/// Drives [PaymentCore]: the only one who signs and sends payments. It reads pictures of wallets, has made what the
/// core plans, keeps it, and has it sent. What is kept is sent byte for byte until it is final, so a crash before loses
/// a signature and a crash after loses nothing. One thread drives it; the figures are for any.
public final class PaymentLoop {

    private static final Logger LOG = LoggerFactory.getLogger(PaymentLoop.class);

    /// So many wallets of which something changed are looked at without asking whether they have payments to make.
    private static final int MANY = 16;

    private final PaymentCore core;
    private final ChangeMailbox changes;
    private final PaymentRecords records;
    private final PaymentSigner signer;
    private final Destinations destinations;
    private final LedgerAccess ledger;
    private final InstantSource clock;
    private final Map<Long, Looked> looked = new HashMap<>();
    private final AtomicLong looks = new AtomicLong();
    private final AtomicLong overlooked = new AtomicLong();

    PaymentLoop(
            PaymentCore core,
            ChangeMailbox changes,
            PaymentRecords records,
            PaymentSigner signer,
            Destinations destinations,
            LedgerAccess ledger,
            InstantSource clock) {
        this.core = core;
        this.changes = changes;
        this.records = records;
        this.signer = signer;
        this.destinations = destinations;
        this.ledger = ledger;
        this.clock = clock;
    }

    /// Destinations of payments: one ends those that cannot be made in time, one takes outcomes, one sends.
    record Destinations(Payments payments, PaymentDeadline deadline, Sender sender) {}

    /// Looks at wallets since the start.
    public long looks() {
        return looks.get();
    }

    /// Wallets that could pay though nobody had told that something of them changed, since the start: each is a defect.
    public long overlooked() {
        return overlooked.get();
    }

    /// @return transactions made and sent, and payments ended
    public int step() {
        int done = destinations.deadline().step();
        hear();
        Deque<Effect> open = new ArrayDeque<>(
                core.on(new Event.Pass(clock.instant(), ledger.configuration().version())));
        looked.clear();
        while (!open.isEmpty()) {
            done += act(open.removeFirst(), open);
        }
        return done;
    }

    /// A block pays many wallets of which few have a payment to make: those are not looked at one by one.
    private void hear() {
        for (Event event : changes.takeAll()) {
            core.on(
                    event instanceof Event.Changed(var wallets) && wallets.size() > MANY
                            ? new Event.Changed(waitingOf(wallets))
                            : event);
        }
    }

    /// Nobody tells a second time, so where the question fails all of them have changed.
    private Collection<Long> waitingOf(Collection<Long> wallets) {
        try {
            return records.waitingOf(wallets);
        } catch (RuntimeException e) {
            LOG.warn("wallets that changed are looked at one by one: count={}", wallets.size(), e);
            return wallets;
        }
    }

    private int act(Effect effect, Deque<Effect> open) {
        switch (effect) {
            case Effect.Recall(var now) -> records.recall(now);
            case Effect.FindWallets _ -> {
                List<Long> found = records.waiting();
                hear(); // what was told until now was not overlooked
                open.addAll(core.on(new Event.Found(found)));
            }
            case Effect.Look first -> open.addAll(look(first, open));
            case Effect.Reject(var wallet, var reasons) -> reject(wallet, reasons);
            case Effect.Make(var jobs) -> {
                List<Outcome> outcomes = make(jobs);
                looked.clear();
                hear();
                open.addAll(core.on(new Event.Made(clock.instant(), outcomes)));
                return Math.toIntExact(
                        outcomes.stream().filter(Outcome.Kept.class::isInstance).count());
            }
            case Effect.Retry(var payments, var shared) -> {
                try {
                    destinations.payments().notProven(payments, shared);
                } catch (OptimisticLockingFailureException taken) {
                    LOG.debug("payments went another way meanwhile");
                }
            }
            case Effect.Overlooked(var wallet) -> {
                overlooked.incrementAndGet();
                LOG.info("a wallet can pay, and nobody had told that it changed: wallet={}", wallet);
            }
            case Effect.Send _ -> {
                Instant now = clock.instant(); // one for what is due and what is not: nothing lies between
                Sender.Sent sent = destinations.sender().send(now);
                core.on(new Event.Sent(sent.more(), records.nextAttempt(now)));
                return sent.count();
            }
        }
        return 0;
    }

    /// Together with those that are to be looked at next.
    private List<Effect> look(Effect.Look first, Deque<Effect> open) {
        List<Long> wallets = new ArrayList<>(List.of(first.wallet()));
        while (open.peekFirst() instanceof Effect.Look next && next.files() == first.files()) {
            wallets.add(next.wallet());
            open.removeFirst();
        }
        looks.addAndGet(wallets.size());
        Map<Long, Looked> found = pictures(wallets, first.files());
        List<Effect> effects = new ArrayList<>();
        for (long wallet : wallets) {
            effects.addAll(seen(wallet, Optional.ofNullable(found.get(wallet))));
        }
        return effects;
    }

    private List<Effect> seen(long wallet, Optional<Looked> found) {
        if (found.isEmpty()) {
            return core.on(new Event.NotSeen(wallet));
        }
        try {
            if (found.get().canPay()) {
                looked.put(wallet, found.get());
            }
            return core.on(new Event.Seen(found.get().picture()));
        } catch (RuntimeException e) {
            LOG.warn("a wallet's payments cannot be planned now: wallet={}", wallet, e);
            return core.on(new Event.NotSeen(wallet));
        }
    }

    /// A wallet whose payments cannot be planned does not hold up the others: it has no picture.
    private Map<Long, Looked> pictures(List<Long> wallets, boolean files) {
        try {
            return records.look(wallets, files);
        } catch (RuntimeException e) {
            if (DatabaseAway.isBehind(e)) {
                throw e; // that is no wallet's fault
            }
            if (wallets.size() == 1) {
                LOG.warn("a wallet's payments cannot be planned now: wallet={}", wallets.getFirst(), e);
                return Map.of();
            }
        }
        Map<Long, Looked> found = new HashMap<>();
        wallets.forEach(wallet -> found.putAll(pictures(List.of(wallet), files)));
        return found;
    }

    /// A payment whose end cannot be kept now does not hold up the others.
    private void reject(long wallet, Map<UUID, UnbuildableReason> reasons) {
        try {
            destinations.payments().impossible(reasons);
        } catch (RuntimeException e) {
            if (DatabaseAway.isBehind(e)) {
                throw e;
            }
            LOG.warn("payments cannot be rejected now: wallet={}", wallet, e);
            core.on(new Event.NotRejected(wallet));
        }
    }

    private List<Outcome> make(List<Job> jobs) {
        List<ProofPool.Outcome<List<Built>>> all = signer.make(jobs.stream()
                .map(job -> new PaymentSigner.Order(job, Objects.requireNonNull(looked.get(job.wallet()))))
                .toList());
        List<Outcome> outcomes = new ArrayList<>();
        List<Made> made = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            Job job = jobs.get(i);
            switch (all.get(i)) {
                case ProofPool.Outcome.Done<List<Built>>(var built) -> made.add(new Made(job, built));
                case ProofPool.Outcome.Failed<List<Built>>(var cause) -> outcomes.add(failed(job, cause));
            }
        }
        outcomes.addAll(kept(made));
        return outcomes;
    }

    private record Made(Job job, List<Built> built) {
        private PaymentRecords.Kept kept() {
            return new PaymentRecords.Kept(new OutboxTransaction.Order(job.wallet(), job.ofFile()), built);
        }
    }

    /// All in one database transaction; where that fails each in its own, so that none fails for another one's reason.
    private List<Outcome> kept(List<Made> made) {
        try {
            if (records.keep(made.stream().map(Made::kept).toList())) {
                return made.stream()
                        .<Outcome>map(each -> new Outcome.Kept(each.job))
                        .toList();
            }
            if (made.size() == 1) {
                return List.of(new Outcome.Taken(made.getFirst().job));
            }
        } catch (RuntimeException e) {
            if (DatabaseAway.isBehind(e)) {
                throw e;
            }
            if (made.size() == 1) {
                Job job = made.getFirst().job;
                LOG.warn("what was made for a wallet cannot be kept: wallet={}", job.wallet(), e);
                return List.of(new Outcome.Failed(job));
            }
        }
        return made.stream().flatMap(each -> kept(List.of(each)).stream()).toList();
    }

    /// An error of this process is none of the payments', and they wait for it to pass until it is too late for them.
    private static Outcome failed(Job job, Throwable cause) {
        LOG.warn("a transaction cannot be made: wallet={} cause={}", job.wallet(), cause.toString());
        boolean own = cause instanceof Error
                || job instanceof Job.Sign
                || job.payments().isEmpty();
        return own ? new Outcome.Failed(job) : new Outcome.NotProven(job);
    }
}
