package io.florin.sandbox.chaos;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.check.Check;
import io.florin.sandbox.check.CheckContext;
import io.florin.sandbox.check.CheckResult;
import io.florin.sandbox.check.Checks;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.EconomyFile;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import io.florin.sandbox.economy.ShippedPayroll;
import io.florin.sandbox.economy.SmallerEconomy;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.plan.Topology;
import io.florin.sandbox.run.ProcessForm;
import io.florin.sandbox.synced.SyncedLengths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.springframework.web.client.RestClientException;

/// Starts the multi-process form, keeps it busy, lets faults happen one after the other, and takes stock at the end.
public final class Drill {
    private static final int PEOPLE = 20;
    private static final int SHOPS = 3;
    private static final Duration RECOVERY = Duration.ofSeconds(120);
    private static final Duration SETTLING = Duration.ofMinutes(10);
    private static final Duration MEANWHILE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration QUIET = Duration.ofSeconds(3);

    private final SandboxPlan plan;
    private final ProcessForm processes;
    private final DemoClients clients;
    private final long seed;
    private final int rate;
    private final SyncedLengths synced;
    private final Consumer<String> progress;
    private long lastHeight;
    private final List<String> flaws = new ArrayList<>();
    private final List<AcceptedRate.Stretch> calm = new ArrayList<>();

    /// @param rate payments a second that are offered; 0 for a fifth more than the 50 that must be accepted in the
    /// clear, and otherwise for what the payroll has shown that the network gives
    public Drill(SandboxPlan plan, long seed, int rate, Consumer<String> progress) {
        this.plan = plan;
        this.synced = new SyncedLengths(plan.dataDirectory().resolve("synced"));
        this.processes = new ProcessForm(plan, synced::options);
        this.rate = rate;
        this.clients = new DemoClients(plan);
        this.seed = seed;
        this.progress = progress;
    }

    /// Every fault there is, by name: each process killed in turn, then groups of them.
    public static Map<String, Fault> faults(Topology topology) {
        Map<String, Fault> all = new LinkedHashMap<>();
        topology.nodes().forEach(node -> {
            Fault fault = Fault.killed(node.directoryName());
            all.put(fault.name(), fault);
        });
        for (Fault fault : List.of(
                Fault.killed("oidc-issuer"),
                Fault.oneEndorser(),
                Fault.oneParty(),
                Fault.twoParties(),
                Fault.wholeOrderingGroup(),
                Fault.postgres(),
                Fault.kafka())) {
            all.put(fault.name(), fault);
        }
        return all;
    }

    /// Needs a data directory without an economy, and leaves one that cannot be gone on with: its payments were made
    /// up.
    ///
    /// @return what did not hold; nothing when all is well
    public List<String> run(List<Fault> faults) {
        EconomyFile kept = new EconomyFile(plan.dataDirectory(), seed, PEOPLE);
        kept.requireNone();
        synced.prepared();
        processes.up(name -> progress.accept("ready " + name));
        DemoEconomy economy =
                SmallerEconomy.of(DemoEconomyGenerator.generate(seed, ShippedPayroll.PAYDAY), PEOPLE, SHOPS);
        kept.begin();
        SeededEconomy seeded = new EconomySeeder(plan, clients, economy, progress).seed();
        PayrollRun payrollRun = new PayrollRun(clients, economy, seeded);
        byte[] file = payrollRun.file();
        PayrollRun.Result payroll = payrollRun.run(file, line -> {});
        AcceptedRate.Load rates = rates(payroll);
        progress.accept("load: " + rates.offered() + " payments a second offered, " + rates.asked()
                + " asked for; the payroll had " + payroll.paymentsPerSecond());
        PaymentLoad load = new PaymentLoad(clients, seeded, seed, rates.offered());
        SupplyLoad supply = new SupplyLoad(plan, clients);
        try {
            awaitPace("the start", load, rates);
            faults.forEach(fault -> {
                happen(fault, load);
                awaitPace(fault.name(), load, rates);
            });
        } finally {
            load.end();
            supply.end();
        }
        progress.accept("load: " + load.summary() + ", " + supply.size() + " supply orders");
        progress.accept("load: " + AcceptedRate.summary(calm, rates.asked()));
        settle(load, supply);
        awaitQuiet();
        check(Checks.of(plan, file), new CheckContext(plan, clients, economy, seeded, payroll));
        return List.copyOf(flaws);
    }

    private void happen(Fault fault, PaymentLoad load) {
        progress.accept("fault " + fault.name());
        int before = load.acceptedSoFar();
        fault.kills().forEach(processes::kill);
        fault.kills().forEach(this::loseWhatWasNotForced);
        if (fault.stops()) {
            new Standstill(this::height, System::nanoTime, LockSupport::parkNanos)
                    .flaw(fault.lasts())
                    .ifPresent(flaw -> flaws.add(fault.name() + ": " + flaw));
        } else {
            long height = height();
            long begin = System.nanoTime();
            LockSupport.parkNanos(fault.lasts().toNanos());
            if (fault.goesOn()) {
                awaitBlocksMeanwhile(fault, height, begin);
            }
        }
        processes.restart(fault.kills());
        awaitProgress(fault, load, before);
    }

    private AcceptedRate.Load rates(PayrollRun.Result payroll) {
        int figure = figure(plan.privacy());
        if (rate > 0) {
            return AcceptedRate.Load.of(rate, figure);
        }
        int offered = plan.privacy() == PrivacyModel.CLEAR
                ? AcceptedRate.Load.offeredFor(figure)
                : Math.toIntExact(Math.max(1, payroll.lines() * 1000L / Math.max(1, payroll.millis())));
        return AcceptedRate.Load.of(offered, figure);
    }

    /// Payments a second that must be accepted while nothing is wrong: what was ordered in the clear, and what
    /// `docs/figures.md` says of a payroll in the others.
    private static int figure(PrivacyModel model) {
        return switch (model) {
            case CLEAR -> 50;
            case ANONYMOUS -> 46;
            case CONFIDENTIAL -> 17;
            case UNLINKABLE -> 14;
        };
    }

    /// The pace that the load had before the fault comes back.
    private void awaitPace(String after, PaymentLoad load, AcceptedRate.Load rates) {
        AcceptedRate.Stretch stretch =
                new AcceptedRate(load::acceptedSoFar, System::nanoTime, LockSupport::parkNanos).paced(rates.asked());
        calm.add(stretch);
        AcceptedRate.flaw(after, stretch, rates.asked()).ifPresent(flaws::add);
        progress.accept("accepted after " + after + ": " + stretch.perSecond() + " payments a second");
    }

    /// A killed process leaves what it wrote with the operating system; the machine it stands for leaves less.
    private void loseWhatWasNotForced(String process) {
        Peer.ofDirectory(process).ifPresent(node -> {
            List<String> cut = synced.cut(process, plan.nodeDirectory(node));
            progress.accept("cut after " + synced.forces(process) + " forces of " + process + ": "
                    + (cut.isEmpty() ? "nothing" : String.join(", ", cut)));
        });
    }

    /// Payments settle while the fault lasts, after the time that a change of leader or round may take.
    private void awaitBlocksMeanwhile(Fault fault, long height, long begin) {
        while (height() <= height + 1) {
            if (System.nanoTime() - begin > MEANWHILE.toNanos()) {
                flaws.add(fault.name() + ": nothing settled in " + MEANWHILE.toSeconds() + " s");
                return;
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
        progress.accept(
                "blocks go on " + Duration.ofNanos(System.nanoTime() - begin).toSeconds() + " s later");
    }

    /// After the fault new payments are accepted and new blocks committed.
    private void awaitProgress(Fault fault, PaymentLoad load, int before) {
        long height = height();
        int accepted = load.acceptedSoFar();
        Await.until(
                "payments to go on after " + fault.name(),
                RECOVERY,
                () -> load.acceptedSoFar() > Math.max(accepted, before) && height() > height + 1);
    }

    /// The committer's last complete block; the last one known while it does not answer.
    private long height() {
        try {
            lastHeight = clients.committer().head().number();
        } catch (RestClientException away) {
            return lastHeight;
        }
        return lastHeight;
    }

    private void settle(PaymentLoad load, SupplyLoad supply) {
        Await.until(
                "accepted payments to be final",
                SETTLING,
                () -> PaymentLoad.FINAL.containsAll(load.states().keySet()) && supply.allFinal());
        if (load.unanswered() > 0) {
            flaws.add(load.unanswered() + " payments were never answered");
        }
        progress.accept("payments: " + load.states() + ", every supply order final");
    }

    /// Banks and auditor have seen the last block when nothing changes any more.
    private void awaitQuiet() {
        long[] last = {height(), System.nanoTime()};
        Await.until("the ledger to come to rest", SETTLING, () -> {
            long now = height();
            if (now != last[0]) {
                last[0] = now;
                last[1] = System.nanoTime();
            }
            return System.nanoTime() - last[1] >= QUIET.toNanos()
                    && clients.auditor().supply().block() >= now;
        });
    }

    private void check(List<Check> checks, CheckContext context) {
        for (Check check : checks) {
            CheckResult verdict = check.run(context);
            progress.accept((verdict.holds() ? "pass " : "FAIL ") + check.name() + ": " + verdict.evidence());
            if (!verdict.holds()) {
                flaws.add(check.name() + ": " + verdict.evidence());
            }
        }
    }
}
