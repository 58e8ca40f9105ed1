package io.florin.bank.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.idempotency.IdempotencyStore.Answer;
import io.florin.bank.idempotency.IdempotencyStore.Result;
import io.florin.fakenet.BankDatabase;
import io.florin.testkit.Patience;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/// Requests that are done together are answered as if each had come alone.
class RequestGroupIT {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final ConcurrentLinkedQueue<List<String>> done = new ConcurrentLinkedQueue<>();
    private final CountDownLatch begin = new CountDownLatch(1);
    private BankDatabase database;
    private IdempotencyStore store;
    private RequestGroup<String> group;

    @BeforeEach
    void open() {
        database = new BankDatabase();
        store = new IdempotencyStore(database.jdbc(), database.transactions(), () -> NOW);
        group = group(names -> names.stream()
                .map(name -> name.startsWith("bad") ? new Answer(422, name) : new Answer(202, name))
                .toList());
    }

    @AfterEach
    void close() {
        database.close();
    }

    /// The first two wait for [#begin], so that the others come together.
    private RequestGroup<String> group(Function<List<String>, List<Answer>> action) {
        return new RequestGroup<>(
                store,
                names -> {
                    done.add(names);
                    if (names.getFirst().startsWith("first")) {
                        await();
                    }
                    return action.apply(names);
                },
                name -> name.replaceAll(".* of ", ""));
    }

    private void await() {
        await(begin);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Result ask(String key, String request) {
        return store.once("shop", key, request.getBytes(StandardCharsets.UTF_8), () -> request, group);
    }

    /// Asks for all at a time, behind two that are being done.
    private List<Future<Result>> together(List<String> requests) {
        List<Future<Result>> results = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 1; i <= 2; i++) {
                String first = "first-" + i;
                clients.submit(() -> ask(first, first));
                int busy = i;
                Awaitility.await().atMost(Patience.LIMIT).until(() -> done.size() == busy);
            }
            for (String request : requests) {
                results.add(clients.submit(() -> ask("key of " + request.replaceAll("#.*", ""), request)));
                int waiting = results.size();
                Awaitility.await().atMost(Patience.LIMIT).until(() -> group.waiting() == waiting);
            }
            begin.countDown();
        }
        return results;
    }

    @Test
    void whatWaitsIsDoneInOneGoAndEachIsAnswered() throws Exception {
        List<String> names = IntStream.range(0, 30)
                .mapToObj(i -> (i == 7 ? "bad-" : "good-") + i)
                .toList();
        List<Future<Result>> results = together(names);
        for (int i = 0; i < names.size(); i++) {
            assertThat(results.get(i).get()).isEqualTo(new Result.Done(new Answer(i == 7 ? 422 : 202, names.get(i))));
        }
        assertThat(done).hasSize(3);
        assertThat(ask("key of good-3", "good-3")).isEqualTo(new Result.Replayed(new Answer(202, "good-3")));
        assertThat(ask("key of bad-7", "bad-7")).isEqualTo(new Result.Replayed(new Answer(422, "bad-7")));
        assertThat(ask("key of good-3", "another")).isEqualTo(new Result.OtherRequest());
    }

    @Test
    void oneKeyIsDoneOnceAlsoInOneGo() throws Exception {
        List<Future<Result>> results = together(List.of("same#1", "same#1", "other"));
        assertThat(results.get(0).get()).isEqualTo(new Result.Done(new Answer(202, "same#1")));
        assertThat(results.get(1).get()).isEqualTo(new Result.UnderWay());
        assertThat(results.get(2).get()).isEqualTo(new Result.Done(new Answer(202, "other")));
        assertThat(done).contains(List.of("same#1", "other"));
    }

    @Test
    void nobodyFailsForAnotherOnesReason() throws Exception {
        group = group(names -> {
            if (names.contains("breaks")) {
                throw new IllegalStateException("a bug");
            }
            return names.stream().map(name -> new Answer(202, name)).toList();
        });
        List<Future<Result>> results = together(List.of("good-1", "breaks", "good-2"));
        assertThat(results.get(0).get()).isEqualTo(new Result.Done(new Answer(202, "good-1")));
        assertThatThrownBy(() -> results.get(1).get())
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("a bug");
        assertThat(results.get(2).get()).isEqualTo(new Result.Done(new Answer(202, "good-2")));
        assertThat(store.answer("shop", "key of breaks")).isEmpty();
    }

    /// The second would wait for what the first has locked.
    @Test
    void requestsAboutOneSubjectAreNotDoneBesideEachOther() throws Exception {
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Result> first = clients.submit(() -> ask("1", "first of Ann"));
            Awaitility.await().until(() -> done.size() == 1);
            Future<Result> second = clients.submit(() -> ask("2", "second of Ann"));
            Awaitility.await().until(() -> group.waiting() == 1);
            assertThat(clients.submit(() -> ask("3", "another of Bob")).get())
                    .as("others go on")
                    .isEqualTo(new Result.Done(new Answer(202, "another of Bob")));
            Future<Result> third = clients.submit(() -> ask("4", "third of Ann"));
            Awaitility.await().until(() -> group.waiting() == 2);
            begin.countDown();
            assertThat(first.get()).isEqualTo(new Result.Done(new Answer(202, "first of Ann")));
            assertThat(second.get()).isEqualTo(new Result.Done(new Answer(202, "second of Ann")));
            assertThat(third.get()).isEqualTo(new Result.Done(new Answer(202, "third of Ann")));
        }
        assertThat(done)
                .containsExactly(
                        List.of("first of Ann"), List.of("another of Bob"), List.of("second of Ann", "third of Ann"));
    }

    /// Each would hold a connection while it waits for what the one before it has locked.
    @Test
    void alsoThoseThatAreDoneAloneAreNot() throws Exception {
        CountDownLatch alone = new CountDownLatch(1);
        group = group(names -> {
            if (names.size() > 1) {
                throw new IllegalStateException("planted");
            }
            if (names.contains("1 of Ann")) {
                await(alone);
            }
            return names.stream().map(name -> new Answer(202, name)).toList();
        });
        List<Future<Result>> ofAnn = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int busy : List.of(1, 2)) {
                clients.submit(() -> ask("first-" + busy, "first-" + busy));
                Awaitility.await().atMost(Patience.LIMIT).until(() -> done.size() == busy);
            }
            for (int i : List.of(1, 2)) {
                ofAnn.add(clients.submit(() -> ask("key-" + i, i + " of Ann")));
                Awaitility.await().atMost(Patience.LIMIT).until(() -> group.waiting() == i);
            }
            begin.countDown();
            Awaitility.await().atMost(Patience.LIMIT).until(() -> done.contains(List.of("1 of Ann")));
            ofAnn.add(clients.submit(() -> ask("key-3", "3 of Ann")));
            Awaitility.await().atMost(Patience.LIMIT).until(() -> group.waiting() == 1);
            assertThat(clients.submit(() -> ask("key-4", "4 of Bob")).get())
                    .as("others go on")
                    .isEqualTo(new Result.Done(new Answer(202, "4 of Bob")));
            assertThat(group.waiting()).isOne();
            assertThat(done).doesNotContain(List.of("2 of Ann"));
            alone.countDown();
        }
        for (int i = 0; i < ofAnn.size(); i++) {
            assertThat(ofAnn.get(i).get()).isEqualTo(new Result.Done(new Answer(202, i + 1 + " of Ann")));
        }
    }

    /// What its preparation needs may be away by then.
    @Test
    void whatHasItsAnswerNeedsNoPreparation() throws Exception {
        begin.countDown();
        assertThat(ask("key", "good")).isEqualTo(new Result.Done(new Answer(202, "good")));
        assertThat(unprepared("key", "good")).isEqualTo(new Result.Replayed(new Answer(202, "good")));
        assertThat(unprepared("key", "another")).isEqualTo(new Result.OtherRequest());
        assertThatThrownBy(() -> unprepared("new key", "good")).hasMessage("away");
    }

    private Result unprepared(String key, String request) {
        return store.once(
                "shop",
                key,
                request.getBytes(StandardCharsets.UTF_8),
                () -> {
                    throw new IllegalStateException("away");
                },
                group);
    }

    /// Each would wait for a connection as long as the group did, and whoever comes behind them too.
    @Test
    void whereTheDatabaseIsAwayAllHearOfItAtOnce() {
        group = group(names -> {
            if (names.contains("lost")) {
                throw new DataAccessResourceFailureException("lost", new SQLException("connection lost", "08006"));
            }
            return names.stream().map(name -> new Answer(202, name)).toList();
        });
        List<Future<Result>> results = together(List.of("good-1", "lost", "good-2"));
        assertThat(results)
                .allSatisfy(result ->
                        assertThatThrownBy(result::get).hasCauseInstanceOf(DataAccessResourceFailureException.class));
        assertThat(done).hasSize(3);
    }
}
