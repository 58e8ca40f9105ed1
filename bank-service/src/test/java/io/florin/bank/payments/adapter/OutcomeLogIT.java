package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.bank.payments.adapter.OutcomeLog.Outcome;
import io.florin.bank.protocol.PaymentOutcome;
import io.florin.bank.protocol.PaymentState;
import io.florin.fakenet.BankDatabase;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/// Places are what somebody may go on behind: without a gap, and none appears before a smaller one.
class OutcomeLogIT {

    private final BankDatabase database = new BankDatabase();
    private final TransactionTemplate transactions = database.transactions();
    private final AtomicInteger flushed = new AtomicInteger();
    private final PaymentNews news = new PaymentNews(1);
    private final OutcomeLog log = new OutcomeLog(database.jdbc(), flushed::incrementAndGet, news);

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void appendsWhatATransactionFinishedInItsOrder() {
        UUID first = finish();
        transactions.executeWithoutResult(_ -> {
            log.onOutcome(payment(new UUID(1, 1)));
            log.onOutcome(payment(new UUID(1, 2)));
            assertThat(log.last()).as("nothing is held before the end").isEqualTo(1);
        });

        assertThat(log.after(0, 10))
                .containsExactly(new Outcome(1, first), new Outcome(2, new UUID(1, 1)), new Outcome(3, new UUID(1, 2)));
        assertThat(log.after(1, 1)).containsExactly(new Outcome(2, new UUID(1, 1)));
        assertThat(log.last()).isEqualTo(3);
        assertThat(flushed).hasValue(2);
        assertThat(news.count()).isEqualTo(2);
    }

    @Test
    void aTransactionThatIsRolledBackTakesNoPlace() {
        transactions.executeWithoutResult(status -> {
            log.onOutcome(payment(new UUID(1, 1)));
            status.setRollbackOnly();
        });
        UUID second = finish();

        assertThat(log.after(0, 10)).containsExactly(new Outcome(1, second));
    }

    @Test
    void anotherTransactionInBetweenIsItsOwn() {
        TransactionTemplate inner =
                new TransactionTemplate(Objects.requireNonNull(transactions.getTransactionManager()));
        inner.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
        transactions.executeWithoutResult(status -> {
            log.onOutcome(payment(new UUID(1, 1)));
            inner.executeWithoutResult(_ -> log.onOutcome(payment(new UUID(1, 2))));
            log.onOutcome(payment(new UUID(1, 3)));
            status.setRollbackOnly();
        });

        assertThat(log.after(0, 10)).containsExactly(new Outcome(1, new UUID(1, 2)));
    }

    @Test
    void noPlaceAppearsBeforeASmallerOne() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch mayCommit = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> slow = threads.submit(() -> transactions.executeWithoutResult(_ -> {
                database.jdbc()
                        .sql("update payment_outcome_count set last = last + 1")
                        .update(); // as if it had appended and not committed yet
                first.countDown();
                awaitQuietly(mayCommit);
            }));
            first.await();
            Future<UUID> second = threads.submit(this::finish);
            try {
                await().atMost(Patience.LIMIT)
                        .during(Duration.ofMillis(100))
                        .until(() -> log.after(0, 10).isEmpty());
            } finally {
                mayCommit.countDown();
            }
            slow.get();
            UUID finished = second.get();
            assertThat(log.after(0, 10)).containsExactly(new Outcome(2, finished));
        }
    }

    private UUID finish() {
        UUID id = UUID.randomUUID();
        transactions.executeWithoutResult(_ -> log.onOutcome(payment(id)));
        return id;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PaymentOutcome payment(UUID id) {
        return new PaymentOutcome(id, 1, "", 1, "PAYMENT", PaymentState.SETTLED, "");
    }
}
