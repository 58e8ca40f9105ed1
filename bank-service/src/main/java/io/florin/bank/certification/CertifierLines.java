package io.florin.bank.certification;

import io.florin.runtime.api.CertificationApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;

/// Asks all certifiers at the same time, each on a thread of its own. Nothing that one says, and no silence of it,
/// stops the others: who does not answer in time is asked nothing more until its answer has come, or has failed, and
/// nobody waits for it in between. What answers bring is done by the thread that asks.
final class CertifierLines implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CertifierLines.class);

    private final List<Line> lines = new ArrayList<>();
    private final Patience patience;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("bank-certifiers-", 0).factory());

    /// @param certifiers by the index of their keys, from 1
    /// @param patience how long is waited for one that was in time the last time
    CertifierLines(List<CertificationApi> certifiers, Patience patience) {
        certifiers.forEach(certifier -> lines.add(new Line(lines.size() + 1, certifier)));
        this.patience = patience;
    }

    private static final class Line {
        private final int index;
        private final CertificationApi certifier;
        private @Nullable Future<Runnable> running;
        private boolean late;

        Line(int index, CertificationApi certifier) {
            this.index = index;
            this.certifier = certifier;
        }
    }

    /// Waits for an answer of a certifier that was in time the last time.
    interface Patience {
        /// @throws TimeoutException when it took too long
        void await(Future<?> answer, int index) throws ExecutionException, InterruptedException, TimeoutException;

        static Patience of(Duration duration) {
            return (answer, _) -> answer.get(duration.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /// Question for one certifier, if there is one now. The thread that asks also handles the answer.
    interface Question {
        Optional<Callable<Runnable>> of(CertificationApi certifier, int index);
    }

    int size() {
        return lines.size();
    }

    /// Does what late answers brought, asks, and waits for those that have been in time.
    void ask(Question question) {
        for (Line line : lines) {
            end(line);
            if (line.running == null) {
                question.of(line.certifier, line.index).ifPresent(asked -> line.running = threads.submit(asked));
            }
        }
        for (Line line : lines) {
            if (!line.late) {
                await(line);
                end(line);
            }
        }
    }

    private void await(Line line) {
        Future<Runnable> running = line.running;
        if (running == null) {
            return;
        }
        try {
            patience.await(running, line.index);
        } catch (TimeoutException e) {
            line.late = true;
            LOG.warn("tokens do not wait for a certifier: certifier={}", line.index);
        } catch (ExecutionException e) {
            return; // told by end
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while waiting for certifiers", e);
        }
    }

    private static void end(Line line) {
        Future<Runnable> running = line.running;
        if (running == null || !running.isDone()) {
            return;
        }
        line.running = null;
        try {
            if (running.state() == Future.State.SUCCESS) {
                line.late = false;
                running.resultNow().run();
            } else if (running.exceptionNow() instanceof RestClientException silent) {
                LOG.debug("a certifier does not answer: {}", silent.toString());
            } else {
                throw new IllegalStateException("an answer that is none", running.exceptionNow());
            }
        } catch (RuntimeException e) {
            LOG.warn("shares of a certifier cannot be used: certifier={}", line.index, e);
        }
    }

    /// Ends what is under way.
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
