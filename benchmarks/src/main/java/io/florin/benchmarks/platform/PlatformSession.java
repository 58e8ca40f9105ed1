package io.florin.benchmarks.platform;

import static io.florin.benchmarks.platform.PlatformBench.text;

import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.BenchOptions;
import io.florin.benchmarks.platform.PaymentApi.Payer;
import io.florin.benchmarks.report.Calibration;
import io.florin.benchmarks.report.Measurement;
import io.florin.benchmarks.report.Results;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import io.florin.sandbox.economy.DemoPerson;
import io.florin.sandbox.economy.SmallerEconomy;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.OneJvm;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A running sandbox under load: an economy is seeded, a payroll is paid, then everybody pays everybody.
final class PlatformSession {

    private static final long SEED = 42;
    private static final int QUICK_PEOPLE = 40;
    private static final int QUICK_SHOPS = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final double PERCENTILE = 99;
    private static final double HEADROOM = 1.1;
    private static final String PATH =
            "REST with OIDC tokens, 3 banks, 3 endorsers (2 of 3), 4 ordering parties (BFT), 1 committer, auditor, 1"
                    + " Kafka broker (plain), mutual TLS between services, PostgreSQL durable, all in one JVM with the"
                    + " generator";

    private static final int BATCH_SIZE = 100;
    private static final int REST_SECONDS = 60;

    private final Results results;
    private final BenchOptions options;
    private final SandboxPlan plan;
    private final PaymentStages stages;
    private final DemoClients clients;
    private final Calibration calibration;
    private final Map<String, BankApi> apis = new HashMap<>();

    PlatformSession(Results results, BenchOptions options, OneJvm sandbox, Calibration calibration) {
        this.results = results;
        this.options = options;
        this.plan = sandbox.plan();
        this.clients = new DemoClients(plan);
        this.stages = new PaymentStages(sandbox, clients);
        this.calibration = calibration;
    }

    void run(int atOnce, int offered) throws InterruptedException {
        DemoEconomy economy = economy();
        SeededEconomy seeded = new EconomySeeder(plan, clients, economy, line -> results.progress("%s", line)).seed();
        MoneyProof proof = new MoneyProof(clients, seeded);
        payroll(economy, seeded, proof);
        idle();
        List<Payer> payers = payers(economy, seeded);
        try {
            if (options.takes(PlatformBench.BATCH)) {
                batches(payers, proof);
            }
            if (Stream.of(
                            PlatformBench.END_TO_END,
                            PlatformBench.LATENCY,
                            PlatformBench.STAGES,
                            PlatformBench.CPU_JVM,
                            PlatformBench.CPU_DATABASE)
                    .anyMatch(options::takes)) {
                double rate = closedLoop(payers, atOnce, proof);
                if (options.takes(PlatformBench.LATENCY) || options.takes(PlatformBench.STAGES)) {
                    openLoop(payers, rate, offered, proof);
                }
            }
            if (options.takes(PlatformBench.BESIDE_FILE)) {
                new BesideFile(clients, economy, seeded, proof).measure(payers, options, calibration, results, PATH);
            }
        } finally {
            apis.values().forEach(BankApi::close);
        }
        memory();
    }

    private DemoEconomy economy() {
        DemoEconomy whole = DemoEconomyGenerator.generate(SEED, LocalDate.now(ZoneOffset.UTC));
        return options.quick() ? SmallerEconomy.of(whole, QUICK_PEOPLE, QUICK_SHOPS) : whole;
    }

    private void payroll(DemoEconomy economy, SeededEconomy seeded, MoneyProof proof) {
        PayrollRun run = new PayrollRun(clients, economy, seeded);
        PayrollRun.Result result = run.run(run.file(), _ -> {});
        double perSecond = result.settled() * 1000.0 / Math.max(1, result.millis());
        results.progress("payroll: %d of %d settled, %.1f per second", result.settled(), result.lines(), perSecond);
        BenchFailure.require(
                result.settled() == result.lines(), result.rejected() + " payments of the payroll are rejected");
        proof.check(List.of());
        if (options.takes(PlatformBench.PAYROLL)) {
            results.add(new Measurement(
                    PlatformBench.PAYROLL,
                    "payments/s",
                    List.of(perSecond),
                    calibration,
                    text(
                            "one pain.001 of %d lines from one wallet, from handing it in to the last line SETTLED,"
                                    + " cold; %s; supply and balances hold",
                            result.lines(), PATH)));
        }
    }

    /// Measures the platform's cost while nobody wants anything of it. The compiler and work that was put off have time
    /// first.
    private void idle() throws InterruptedException {
        if (!options.takes(PlatformBench.IDLE)) {
            return;
        }
        List<Double> runs = new ArrayList<>();
        List<Double> database = new ArrayList<>();
        Thread.sleep(REST_SECONDS * 1_000L);
        for (int run = 0; run < options.runs(); run++) {
            long begin = System.nanoTime();
            ProcessorTime before = ProcessorTime.now();
            Thread.sleep(options.seconds() * 1_000L);
            ProcessorTime after = ProcessorTime.now();
            double percent = 100.0 / (System.nanoTime() - begin);
            database.add((after.databaseNanos() - before.databaseNanos()) * percent);
            runs.add((after.jvmNanos() - before.jvmNanos()) * percent + database.getLast());
            results.progress("platform.idle: %.1f %% of a core", runs.getLast());
        }
        results.add(new Measurement(
                PlatformBench.IDLE,
                "% of a core",
                runs,
                calibration,
                text(
                        "processor of all services and PostgreSQL while nothing is ordered, %d s after the payroll, for"
                                + " %d s; PostgreSQL's part %.1f in the last run; %s",
                        REST_SECONDS, options.seconds(), database.getLast(), PATH)));
    }

    /// Everybody whose keys a bank holds.
    private List<Payer> payers(DemoEconomy economy, SeededEconomy seeded) {
        List<String> ids = new ArrayList<>();
        economy.people().stream()
                .filter(person -> person.custody() == DemoPerson.Custody.BANK)
                .forEach(person -> ids.add(person.id()));
        economy.shops().forEach(shop -> ids.add(shop.id()));
        return ids.stream()
                .map(seeded::account)
                .map(account -> new Payer(
                        apis.computeIfAbsent(account.bank(), bank -> new BankApi(clients.bank(bank))),
                        account.wallet(),
                        account.iban(),
                        account.holder()))
                .toList();
    }

    /// @return the median rate
    private double closedLoop(List<Payer> payers, int atOnce, MoneyProof proof) throws InterruptedException {
        List<Double> runs = new ArrayList<>();
        List<List<Double>> perSecond = new ArrayList<>();
        List<ProcessorTime.Spent> spent = new ArrayList<>();
        long failed = 0;
        for (int run = 0; run < options.runs(); run++) {
            PaymentLoad load = new PaymentLoad(payers, "closed-" + run, PATIENCE);
            ProcessorTime before = ProcessorTime.now();
            PaymentLoad.Rate rate = load.closedLoop(atOnce, options.warmUpSeconds(), options.seconds());
            ProcessorTime.Spent each =
                    ProcessorTime.now().since(before, rate.transactions().size());
            proof.check(rate.transactions());
            failed += rate.failed();
            runs.add(rate.perSecondOverall());
            spent.add(each);
            perSecond.add(rate.perSecond());
            results.progress(
                    "platform.e2e: %.1f payments/s, %d settled, %d refused or rejected; the money is all there;"
                            + " %.0f and %.0f µs of processor a payment, JVM and PostgreSQL",
                    rate.perSecondOverall(), rate.settled(), rate.failed(), each.jvmMicros(), each.databaseMicros());
        }
        Measurement measurement = new Measurement(
                PlatformBench.END_TO_END,
                "payments/s",
                runs,
                calibration,
                text(
                        "POST /v1/payments to SETTLED as its payer hears by events, %d wallets with %d open each, %d s"
                                + " after %d s; %d refused or rejected, not counted; %s; committed, supply and balances"
                                + " hold",
                        payers.size(), atOnce, options.seconds(), options.warmUpSeconds(), failed, PATH));
        if (options.takes(PlatformBench.END_TO_END)) {
            results.add(measurement);
            results.plot(PlatformBench.END_TO_END, "payments/s", perSecond);
        }
        processor(PlatformBench.CPU_JVM, spent.stream().map(ProcessorTime.Spent::jvmMicros), "the JVM of all services");
        processor(PlatformBench.CPU_DATABASE, spent.stream().map(ProcessorTime.Spent::databaseMicros), "PostgreSQL");
        return measurement.value();
    }

    private void processor(String row, Stream<Double> micros, String whose) {
        if (options.takes(row)) {
            results.add(new Measurement(
                    row,
                    "µs",
                    micros.toList(),
                    calibration,
                    text(
                            "processor time of %s for each payment of the closed loop, generator and rest included; %s",
                            whose, PATH)));
        }
    }

    private void batches(List<Payer> payers, MoneyProof proof) throws InterruptedException {
        List<Double> runs = new ArrayList<>();
        long failed = 0;
        for (int run = 0; run < options.runs(); run++) {
            PaymentLoad.Rate rate = new PaymentLoad(payers, "batch-" + run, PATIENCE)
                    .batches(BATCH_SIZE, options.warmUpSeconds(), options.seconds());
            proof.check(rate.transactions());
            failed += rate.failed();
            runs.add(rate.perSecondOverall());
            results.progress(
                    "platform.batch: %.1f payments/s, %d settled, %d refused or rejected; the money is all there",
                    rate.perSecondOverall(), rate.settled(), rate.failed());
        }
        results.add(new Measurement(
                PlatformBench.BATCH,
                "payments/s",
                runs,
                calibration,
                text(
                        "POST /v1/payments/batches of %d orders to SETTLED as its payer hears by events, %d wallets,"
                            + " two batches open at each bank, %d s after %d s; %d refused or rejected, not counted;"
                            + " %s; committed, supply and balances hold",
                        BATCH_SIZE, payers.size(), options.seconds(), options.warmUpSeconds(), failed, PATH)));
    }

    private void openLoop(List<Payer> payers, double sustained, int offered, MoneyProof proof)
            throws InterruptedException {
        int load = sustained >= offered * HEADROOM ? offered : Math.max(1, (int) (sustained / 2));
        List<Double> runs = new ArrayList<>();
        String others = "";
        long failed = 0;
        for (int run = 0; run < options.runs(); run++) {
            PaymentLoad.Latency latency = new PaymentLoad(payers, "open-" + run, PATIENCE)
                    .openLoop(load, options.warmUpSeconds(), options.seconds());
            BenchFailure.require(latency.micros().getTotalCount() > 0, "no payment settled");
            proof.check(latency.transactions());
            failed += latency.failed();
            runs.add(millis(latency, PERCENTILE));
            others = text(
                    "p50 %.0f, p99.9 %.0f, max %.0f ms",
                    millis(latency, 50), millis(latency, 99.9), millis(latency, 100));
            results.progress("platform.p99: %.0f ms at %d/s (%s)", runs.getLast(), load, others);
            if (options.takes(PlatformBench.STAGES)) {
                stages(load, latency);
            }
        }
        if (!options.takes(PlatformBench.LATENCY)) {
            return;
        }
        results.add(new Measurement(
                PlatformBench.LATENCY,
                "ms",
                runs,
                calibration,
                text(
                        "offered %d payments/s, open loop, from when a payment was due until its bank had its final"
                                + " status; last run %s; %d s after %d s; %d refused or rejected, without latency; %s;"
                                + " committed, supply and balances hold",
                        load, others, options.seconds(), options.warmUpSeconds(), failed, PATH)));
    }

    /// One row for each stage; of several runs each has its own.
    private void stages(int load, PaymentLoad.Latency latency) {
        PaymentStages.Way way = stages.of(latency.timed());
        results.progress(
                "platform.stages: %d payments by %d transactions in %d blocks, %.1f blocks a second",
                latency.timed().size(), way.transactions(), way.blocks(), (double) way.blocks() / options.seconds());
        for (PaymentStages.Spread spread : way.stages()) {
            results.progress(
                    "platform.stages: %-9s p50 %7.1f, p99 %7.1f, mean %7.1f ms",
                    spread.stage().label(), spread.p50(), spread.p99(), spread.mean());
            results.add(new Measurement(
                    PlatformBench.STAGES + "." + spread.stage().label(),
                    "ms",
                    List.of(spread.p50()),
                    calibration,
                    text(
                            "%s; p50 of %d payments at %d/s, p99 %.1f, mean %.1f",
                            spread.stage().meaning(), spread.count(), load, spread.p99(), spread.mean())));
        }
    }

    private static double millis(PaymentLoad.Latency latency, double percentile) {
        return latency.micros().getValueAtPercentile(percentile) / 1000.0;
    }

    private void memory() {
        if (!options.takes(PlatformBench.MEMORY)) {
            return;
        }
        ProcessMemory memory = ProcessMemory.ofThisMachine();
        double jvm = PlatformBench.megabytes(
                memory.residentBytes(ProcessHandle.current().pid()).orElseThrow());
        double postgres = PlatformBench.megabytes(PostgresMemory.of(plan, memory));
        results.add(new Measurement(
                PlatformBench.MEMORY,
                "MB",
                List.of(jvm + postgres),
                calibration,
                text(
                        "resident after the loads: the JVM with Kafka, every service and the generator %.0f, heap limit"
                                + " %.0f; PostgreSQL %.0f, shared pages counted once",
                        jvm, PlatformBench.megabytes(Runtime.getRuntime().maxMemory()), postgres)));
    }
}
