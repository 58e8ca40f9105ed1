package io.florin.benchmarks.platform;

import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.platform.PaymentApi.Order;
import io.florin.benchmarks.platform.PaymentApi.Outcome;
import io.florin.benchmarks.platform.PaymentApi.Payer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// Payments from many wallets at once. A payment counts only when its bank says that it is settled.
///
/// - *Closed loop*: each wallet orders a few payments, waits until all of them are final, and orders the next.
/// - *Open loop*: payments are ordered at a fixed rate whatever becomes of them, and each one's latency counts from
/// when
///   it was due, so a slow answer delays no other measurement.
final class PaymentLoad {

    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int AMOUNT_MAX = 100;
    private static final int DIGITS = 3;
    private static final int BATCHES_AT_ONCE = 2;

    /// Result of a closed loop.
    ///
    /// @param settled seen as settled in the measured time
    /// @param failed refused or rejected in the whole run
    /// @param perSecond rate in each measured second
    /// @param transactions of all payments settled in the whole run, hex
    record Rate(long settled, double seconds, long failed, List<Double> perSecond, List<String> transactions) {
        double perSecondOverall() {
            return settled / seconds;
        }
    }

    /// Result of an open loop.
    ///
    /// @param micros from when a payment was due until its bank knew its final status
    /// @param failed refused or rejected, which have no latency
    /// @param timed those with a latency
    record Latency(Histogram micros, long failed, List<String> transactions, List<Timed> timed) {}

    /// A payment of the open loop.
    ///
    /// @param id at its bank
    /// @param due when it was to be ordered
    record Timed(String id, Instant due, Outcome outcome) {}

    private final List<Payer> payers;
    private final Duration patience;
    private final AtomicLong orders = new AtomicLong();
    private final String run;

    /// @param run makes the orders' keys different from those of other loads
    /// @param patience how long a payment may take to be final
    PaymentLoad(List<Payer> payers, String run, Duration patience) {
        BenchFailure.require(payers.size() > 1, "there are at least two wallets");
        this.payers = List.copyOf(payers);
        this.run = run;
        this.patience = patience;
    }

    // closed loop

    /// Observations of one wallet's thread.
    private static final class Seen {
        private final List<Long> settledNanos = new ArrayList<>();
        private final List<String> transactions = new ArrayList<>();
        private long failed;

        private void add(Outcome outcome) {
            if (outcome.settled()) {
                settledNanos.add(System.nanoTime());
                transactions.add(outcome.transactionId());
            } else {
                failed++;
            }
        }
    }

    /// @param atOnce payments that each wallet has open at a time
    Rate closedLoop(int atOnce, int warmUpSeconds, int seconds) throws InterruptedException {
        long warm = System.nanoTime() + warmUpSeconds * NANOS_PER_SECOND;
        long deadline = warm + seconds * NANOS_PER_SECOND;
        return rate(
                together(payers.stream()
                        .map(payer -> closedLoop(payer, atOnce, deadline))
                        .toList()),
                warm,
                seconds);
    }

    /// As [#closedLoop], with orders of many wallets in one request: each bank has two batches open at a time.
    Rate batches(int size, int warmUpSeconds, int seconds) throws InterruptedException {
        long warm = System.nanoTime() + warmUpSeconds * NANOS_PER_SECOND;
        long deadline = warm + seconds * NANOS_PER_SECOND;
        Map<PaymentApi, List<Payer>> byApi = payers.stream().collect(Collectors.groupingBy(Payer::api));
        List<Callable<Seen>> loops = new ArrayList<>();
        byApi.forEach((api, own) -> {
            for (int turn = 0; turn < BATCHES_AT_ONCE; turn++) {
                Random random = new Random(loops.size());
                loops.add(() -> batchLoop(api, own, size, random, deadline));
            }
        });
        return rate(together(loops), warm, seconds);
    }

    private Seen batchLoop(PaymentApi api, List<Payer> own, int size, Random random, long deadline)
            throws InterruptedException {
        Seen seen = new Seen();
        while (System.nanoTime() < deadline) {
            List<Order> batch = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                batch.add(order(own.get(random.nextInt(own.size())), random));
            }
            for (Optional<String> id : api.payAll(batch.getFirst().key(), batch)) {
                if (id.isEmpty()) {
                    seen.failed++;
                } else {
                    seen.add(awaitFinal(api, id.get()));
                }
            }
        }
        return seen;
    }

    private static Rate rate(List<Seen> all, long warm, int seconds) {
        long deadline = warm + seconds * NANOS_PER_SECOND;
        long[] buckets = new long[seconds];
        long settled = 0;
        long failed = 0;
        List<String> transactions = new ArrayList<>();
        for (Seen seen : all) {
            failed += seen.failed;
            transactions.addAll(seen.transactions);
            for (long nanos : seen.settledNanos) {
                if (nanos >= warm && nanos < deadline) {
                    settled++;
                    buckets[(int) ((nanos - warm) / NANOS_PER_SECOND)]++;
                }
            }
        }
        List<Double> perSecond = new ArrayList<>();
        for (long bucket : buckets) {
            perSecond.add((double) bucket);
        }
        return new Rate(settled, seconds, failed, perSecond, transactions);
    }

    private Callable<Seen> closedLoop(Payer payer, int atOnce, long deadline) {
        return () -> {
            Seen seen = new Seen();
            Random random = new Random(payer.iban().hashCode());
            while (System.nanoTime() < deadline) {
                List<String> open = new ArrayList<>();
                for (int i = 0; i < atOnce; i++) {
                    payer.api().pay(order(payer, random)).ifPresentOrElse(open::add, () -> seen.failed++);
                }
                for (String id : open) {
                    seen.add(awaitFinal(payer.api(), id));
                }
            }
            return seen;
        };
    }

    // open loop

    /// A payment that was due and what became of it.
    private record Due(Payer payer, Instant at, Optional<String> id) {}

    Latency openLoop(int perSecond, int warmUpSeconds, int seconds) throws InterruptedException {
        long count = (long) perSecond * (warmUpSeconds + seconds);
        return openLoop(perSecond, warmUpSeconds, ordered -> ordered < count);
    }

    /// Without a warm-up, for as long as it is to go on, which is asked before each payment.
    Latency openLoopWhile(int perSecond, BooleanSupplier goesOn) throws InterruptedException {
        return openLoop(perSecond, 0, _ -> goesOn.getAsBoolean());
    }

    /// @param goesOn told how many payments were ordered
    private Latency openLoop(int perSecond, int warmUpSeconds, LongPredicate goesOn) throws InterruptedException {
        long interval = NANOS_PER_SECOND / perSecond;
        long base = System.nanoTime();
        Instant baseTime = Instant.now();
        Random random = new Random(perSecond);
        List<Future<Due>> ordered = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (long i = 0; goesOn.test(i); i++) {
                long due = base + i * interval;
                Payer payer = payers.get((int) (i % payers.size()));
                Order order = order(payer, random);
                Instant at = baseTime.plusNanos(due - base);
                awaitTime(due);
                ordered.add(threads.submit(() -> new Due(payer, at, payer.api().pay(order))));
            }
        }
        return latency(ordered, baseTime.plusSeconds(warmUpSeconds));
    }

    private Latency latency(List<Future<Due>> ordered, Instant warm) throws InterruptedException {
        Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(10), DIGITS);
        List<String> transactions = new ArrayList<>();
        List<Timed> timed = new ArrayList<>();
        long failed = 0;
        for (Future<Due> future : ordered) {
            Due due = result(future);
            Optional<Outcome> outcome = due.id().isEmpty()
                    ? Optional.empty()
                    : Optional.of(awaitFinal(due.payer().api(), due.id().get()));
            if (outcome.isEmpty() || !outcome.get().settled()) {
                failed++;
                continue;
            }
            transactions.add(outcome.get().transactionId());
            if (!due.at().isBefore(warm)) {
                Instant end = outcome.get().finalAt();
                micros.recordValue(Math.max(0, Duration.between(due.at(), end).toNanos() / 1_000));
                timed.add(new Timed(due.id().orElseThrow(), due.at(), outcome.get()));
            }
        }
        return new Latency(micros, failed, transactions, timed);
    }

    // common

    private Order order(Payer payer, Random random) {
        Payer payee = payers.get(random.nextInt(payers.size()));
        while (payee.equals(payer)) {
            payee = payers.get(random.nextInt(payers.size()));
        }
        return new Order(
                "bench-" + run + "-" + orders.incrementAndGet(), payer.wallet(), payee, 1 + random.nextInt(AMOUNT_MAX));
    }

    private Outcome awaitFinal(PaymentApi api, String id) throws InterruptedException {
        return api.awaitFinal(id, patience)
                .orElseThrow(() -> new BenchFailure("payment " + id + " has no final status after " + patience));
    }

    private static void awaitTime(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static <T> List<T> together(List<Callable<T>> tasks) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> running = new ArrayList<>();
            tasks.forEach(task -> running.add(threads.submit(task)));
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(result(one));
            }
            return results;
        }
    }

    private static <T> T result(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BenchFailure failure) {
                throw failure;
            }
            throw new BenchFailure("a payment went wrong: " + e.getCause(), e);
        }
    }
}
