package io.florin.benchmarks.instant;

import io.florin.benchmarks.BenchFailure;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.runtime.rail.RailLink;
import io.florin.wallet.instant.PaymentForm;
import io.florin.wallet.instant.PaymentProgress;
import io.florin.wallet.instant.PaymentProgress.Stage;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/// A client that makes payments final, many at a time, on one thread: it verifies what it is told, and makes the file
/// of each payment.
final class RailLoad implements AutoCloseable {
    private static final int HEARD_MAX = 1 << 17;
    private static final int BATCH = 1024;
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(2);

    private final TestRail rail;
    private final CommitteeVerifier verifier;
    private final Map<Integer, RailLink> links;
    private final PaymentSource source;
    private final BlockingQueue<Heard> heard = new ArrayBlockingQueue<>(HEARD_MAX);
    private final Deque<Integer> free = new ArrayDeque<>();
    private final int[] made;
    private final Histogram micros = new Histogram(LONGEST_MICROS, 3);
    private long open;
    private long finals;
    private long lastFinal = System.nanoTime();

    /// An answer, or that there is none.
    private record Heard(Paying<?, ?> payment, int authority, Optional<RailAnswer> answer) {}

    /// A payment on its way.
    private record Paying<C, F>(int lane, long dueNanos, PaymentProgress<C, F> progress) {}

    RailLoad(BenchRail at, PaymentSource source) {
        this.rail = at.rail();
        this.verifier = rail.committee().verifier(rail.scope().network(), new SecureRandom());
        this.links = at.connect();
        this.source = source;
        this.made = new int[source.lanes()];
        for (int lane = 0; lane < source.lanes(); lane++) {
            free.add(lane);
        }
    }

    /// Pays as fast as it goes for so long.
    ///
    /// @return payments made final per second
    double asFastAsItGoes(double seconds) {
        long begin = System.nanoTime();
        long end = begin + (long) (seconds * 1e9);
        long before = finals;
        while (System.nanoTime() < end) {
            while (!free.isEmpty()) {
                begin(free.remove(), System.nanoTime());
            }
            listen(WAIT_NANOS);
        }
        return (finals - before) * 1e9 / (System.nanoTime() - begin);
    }

    /// Begins payments when they are due, however late those before are.
    ///
    /// @return microseconds from when each was due to when it was final
    Histogram atRate(double perSecond, double seconds) {
        micros.reset();
        long begin = System.nanoTime();
        long count = (long) (perSecond * seconds);
        for (long i = 0; i < count; i++) {
            long due = begin + (long) (i * 1e9 / perSecond);
            while (System.nanoTime() < due || free.isEmpty()) {
                listen(Math.max(1, Math.min(WAIT_NANOS, due - System.nanoTime())));
            }
            begin(free.remove(), due);
        }
        finish();
        return micros.copy();
    }

    /// Waits until everything that was begun is final.
    void finish() {
        while (open > 0) {
            listen(WAIT_NANOS);
        }
    }

    int[] made() {
        return made.clone();
    }

    private void begin(int lane, long dueNanos) {
        open++;
        ask(paying(lane, dueNanos, source.next(lane)));
    }

    private <C, F> Paying<C, F> paying(int lane, long dueNanos, PaymentForm<C, F> form) {
        return new Paying<>(lane, dueNanos, new PaymentProgress<>(form, rail.scope(), verifier));
    }

    private void ask(Paying<?, ?> payment) {
        var request = payment.progress().request();
        for (int authority : payment.progress().missing()) {
            RailLink link = links.get(authority);
            BenchFailure.require(
                    link != null && link.ask(request, answer -> heard.offer(new Heard(payment, authority, answer))),
                    "authority " + authority + " takes no request");
        }
    }

    private void listen(long waitNanos) {
        try {
            Heard first = heard.poll(waitNanos, TimeUnit.NANOSECONDS);
            if (first == null) {
                BenchFailure.require(
                        open == 0 || System.nanoTime() - lastFinal < STUCK_NANOS, "no payment becomes final");
                return;
            }
            List<Heard> batch = new ArrayList<>(BATCH);
            batch.add(first);
            heard.drainTo(batch, BATCH - 1);
            batch.forEach(this::take);
        } catch (InterruptedException e) {
            throw new BenchFailure("interrupted");
        }
    }

    private void take(Heard said) {
        RailAnswer answer = said.answer().orElseThrow(() -> new BenchFailure("a connection broke"));
        if (answer instanceof RailAnswer.Refused(var reason)) {
            throw new BenchFailure("authority " + said.authority() + " refuses: " + reason);
        }
        Paying<?, ?> payment = said.payment();
        if (!payment.progress().answered(said.authority(), answer)) {
            return;
        }
        if (payment.progress().stage() != Stage.FINAL) {
            ask(payment);
            return;
        }
        lastFinal = System.nanoTime();
        micros.recordValue(Math.min(LONGEST_MICROS, (lastFinal - payment.dueNanos()) / 1_000));
        open--;
        finals++;
        made[payment.lane()]++;
        free.add(payment.lane());
    }

    @Override
    public void close() {
        links.values().forEach(RailLink::close);
    }
}
