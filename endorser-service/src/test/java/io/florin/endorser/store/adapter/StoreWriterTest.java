package io.florin.endorser.store.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.Failure;
import io.florin.testkit.Patience;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

class StoreWriterTest {

    private final Commits commits = new Commits();
    private final CompletableFuture<Throwable> fault = new CompletableFuture<>();
    private final StoreWriter writer = new StoreWriter(
            new TransactionTemplate(commits),
            new StoreProperties(64, 16),
            (_, bug) -> fault.complete(bug),
            "test-writer");
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        writer.close();
        callers.shutdownNow();
    }

    @Test
    void changesThatWaitShareOneCommit() throws Exception {
        List<Future<Integer>> waiting = changes(1, 2, 3, 4);
        writer.start();

        assertThat(results(waiting)).containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(commits.committed).hasValue(1);
    }

    @Test
    void aChangeThatFailsTakesNoOtherWithIt() throws Exception {
        List<Future<Integer>> waiting = changes(1, 2);
        Future<Integer> poison = callers.submit(() -> writer.change(() -> {
            throw new DataAccessResourceFailureException("disk full", new SQLException("disk full", "53100"));
        }));
        awaitWaiting(3);
        writer.start();

        assertThat(results(waiting)).containsExactlyInAnyOrder(1, 2);
        assertThatThrownBy(poison::get).hasCauseInstanceOf(Failure.class);
        assertThat(commits.committed).hasValue(2);
    }

    @Test
    void aChangeIsDoneOnlyWhenItsCommitIs() throws Exception {
        commits.failing = true;
        List<Future<Integer>> waiting = changes(1);
        writer.start();

        assertThatThrownBy(() -> waiting.getFirst().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(Failure.class);
    }

    @Test
    void saysThatItHasStopped() throws Exception {
        writer.start();

        assertThatThrownBy(() -> writer.change(() -> {
                    throw new OutOfMemoryError("as if");
                }))
                .isInstanceOf(Failure.class);
        assertThat(fault.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> writer.change(() -> 1)).isInstanceOf(Failure.class);
    }

    @Test
    void writesWhatWaitsBeforeItCloses() throws Exception {
        List<Future<Integer>> waiting = changes(1, 2);
        writer.start();
        writer.close();

        assertThat(results(waiting)).containsExactlyInAnyOrder(1, 2);
        assertThatThrownBy(() -> writer.change(() -> 3)).isInstanceOf(Failure.class);
    }

    @Test
    void whatIsChangedFirstIsWrittenInFrontAndNotWaitedFor() throws Exception {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        writer.changeFirst(() -> order.add(1), fault::complete);
        Future<Integer> behind = callers.submit(() -> writer.change(() -> {
            order.add(2);
            return 2;
        }));
        awaitWaiting(2);
        writer.start();

        assertThat(behind.get(3, TimeUnit.MINUTES)).isEqualTo(2);
        assertThat(order).containsExactly(1, 2);
        assertThat(commits.committed).hasValue(1);
        assertThat(fault).isNotDone();
    }

    @Test
    void saysThatWhatNobodyWaitsForWasNotTaken() throws Exception {
        commits.failing = true;
        writer.changeFirst(() -> {}, fault::complete);
        writer.start();

        assertThat(fault.get(3, TimeUnit.MINUTES)).isNotNull();
    }

    private List<Future<Integer>> changes(int... values) throws InterruptedException {
        List<Future<Integer>> waiting = new ArrayList<>();
        for (int value : values) {
            Callable<Integer> change = () -> writer.change(() -> value);
            waiting.add(callers.submit(change));
        }
        awaitWaiting(values.length);
        return waiting;
    }

    private void awaitWaiting(int count) throws InterruptedException {
        var patience = new CountDownLatch(1);
        for (int i = 0; i < 1_000 && writer.waiting() < count; i++) {
            assertThat(patience.await(5, TimeUnit.MILLISECONDS)).isFalse();
        }
        assertThat(writer.waiting()).isEqualTo(count);
    }

    private static List<Integer> results(List<Future<Integer>> waiting) throws Exception {
        List<Integer> results = new ArrayList<>();
        for (Future<Integer> future : waiting) {
            results.add(future.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
        return results;
    }

    private static final class Commits implements PlatformTransactionManager {
        private final AtomicInteger committed = new AtomicInteger();
        private volatile boolean failing;

        @Override
        public TransactionStatus getTransaction(@org.jspecify.annotations.Nullable TransactionDefinition definition) {
            return new SimpleTransactionStatus();
        }

        @Override
        public void commit(TransactionStatus status) {
            if (failing) {
                throw new DataAccessResourceFailureException(
                        "connection lost", new SQLException("connection lost", "08006"));
            }
            committed.incrementAndGet();
        }

        @Override
        public void rollback(TransactionStatus status) {}
    }
}
