package io.florin.benchmarks.platform;

import static io.florin.benchmarks.platform.PlatformBench.text;

import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.BenchOptions;
import io.florin.benchmarks.platform.PaymentApi.Payer;
import io.florin.benchmarks.report.Calibration;
import io.florin.benchmarks.report.Measurement;
import io.florin.benchmarks.report.Results;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoPerson;
import io.florin.sandbox.economy.Payroll;
import io.florin.sandbox.economy.PayrollLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Single payments of a bank's other customers while one customer's file of many lines is settled: what the file costs
/// those who did not hand it in. Before each file the same payments are measured without one.
final class BesideFile {
    private static final int LINES = 10_000;
    private static final int QUICK_LINES = 1_000;
    private static final int PER_SECOND = 5;
    private static final int SECONDS_BEFORE = 20;
    private static final Duration PAYMENT_WITHIN = Duration.ofMinutes(10);

    private final DemoClients clients;
    private final DemoEconomy economy;
    private final SeededEconomy seeded;
    private final MoneyProof proof;

    BesideFile(DemoClients clients, DemoEconomy economy, SeededEconomy seeded, MoneyProof proof) {
        this.clients = clients;
        this.economy = economy;
        this.seeded = seeded;
        this.proof = proof;
    }

    /// @param payers of whom those count who are at the bank of the file's payer and are not he
    void measure(List<Payer> payers, BenchOptions options, Calibration calibration, Results results, String path)
            throws InterruptedException {
        SeededEconomy.Account employer = seeded.account(economy.payroll().employerShopId());
        List<Payer> others = payers.stream()
                .filter(payer -> payer.wallet() != employer.wallet() && atBank(payer, employer.bank()))
                .toList();
        int lines = options.quick() ? QUICK_LINES : LINES;
        List<Double> runs = new ArrayList<>();
        String more = "";
        for (int run = 0; run < options.runs(); run++) {
            PaymentLoad.Latency alone =
                    new PaymentLoad(others, "alone-" + run, PAYMENT_WITHIN).openLoop(PER_SECOND, 0, SECONDS_BEFORE);
            PayrollRun file = new PayrollRun(clients, withPayroll(run, lines), seeded);
            byte[] xml = file.file();
            CompletableFuture<PayrollRun.Result> settled =
                    CompletableFuture.supplyAsync(() -> file.run(xml, _ -> {}), Thread::startVirtualThread);
            PaymentLoad.Latency beside = new PaymentLoad(others, "beside-" + run, PAYMENT_WITHIN)
                    .openLoopWhile(PER_SECOND, () -> !settled.isDone());
            PayrollRun.Result result = result(settled);
            BenchFailure.require(
                    result.settled() == lines,
                    result.lines() - result.settled() + " lines of the file are not settled");
            BenchFailure.require(
                    alone.failed() + beside.failed() == 0 && beside.micros().getTotalCount() > 0,
                    alone.failed() + beside.failed() + " single payments are refused or rejected");
            proof.check(alone.transactions());
            proof.check(beside.transactions());
            runs.add(millis(beside, 99));
            more = text(
                    "p50 %.0f, max %.0f ms of %d payments; without a file p50 %.0f, p99 %.0f ms; the file took %.1f s",
                    millis(beside, 50),
                    millis(beside, 100),
                    beside.micros().getTotalCount(),
                    millis(alone, 50),
                    millis(alone, 99),
                    result.millis() / 1000.0);
            results.progress("%s: p99 %.0f ms, %s", PlatformBench.BESIDE_FILE, runs.getLast(), more);
        }
        results.add(new Measurement(
                PlatformBench.BESIDE_FILE,
                "ms",
                runs,
                calibration,
                text(
                        "99th percentile of single payments, from when one was due until its bank had its final status,"
                                + " %d/s, of %d wallets at the bank at which another wallet's pain.001 of %d lines is"
                                + " settled meanwhile; last run %s; %s; committed, supply and balances hold",
                        PER_SECOND, others.size(), lines, more, path)));
    }

    private boolean atBank(Payer payer, String bank) {
        return seeded.accounts().values().stream()
                .anyMatch(
                        account -> account.bank().equals(bank) && account.iban().equals(payer.iban()));
    }

    /// The economy with a payroll of so many lines of one minor unit each, to everybody in turn.
    private DemoEconomy withPayroll(int run, int lines) {
        Random random = new Random(run);
        List<DemoPerson> people = economy.people();
        List<PayrollLine> payroll = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            payroll.add(new PayrollLine(
                    "BESIDE-" + run + "-" + i,
                    uetr(random),
                    people.get(i % people.size()).id(),
                    1,
                    PayrollLine.Purpose.BONU));
        }
        Payroll usual = economy.payroll();
        return new DemoEconomy(
                economy.seed(),
                economy.banks(),
                people,
                economy.shops(),
                new Payroll("BESIDE-" + run, usual.employerShopId(), usual.executionDate(), payroll));
    }

    /// A version 4 UUID.
    private static String uetr(Random random) {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() & ~(3L << 62)) | (1L << 63);
        return new UUID(high, low).toString();
    }

    private static double millis(PaymentLoad.Latency latency, double percentile) {
        return latency.micros().getValueAtPercentile(percentile) / 1000.0;
    }

    private static PayrollRun.Result result(CompletableFuture<PayrollRun.Result> settled) throws InterruptedException {
        try {
            return settled.get();
        } catch (ExecutionException e) {
            throw new BenchFailure("the file went wrong: " + e.getCause(), e);
        }
    }
}
