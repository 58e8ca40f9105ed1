package io.florin.bank.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.idempotency.IdempotencyStore.Answer;
import io.florin.bank.idempotency.IdempotencyStore.Result;
import io.florin.fakenet.BankDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Answers are kept as long as configured and no longer.
class IdempotencyStoreIT {

    private static final Duration WEEK = Duration.ofDays(7);
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private BankDatabase database;
    private IdempotencyStore store;
    private Instant now = START;
    private int done;

    @BeforeEach
    void open() {
        database = new BankDatabase();
        store = new IdempotencyStore(database.jdbc(), database.transactions(), () -> now);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Result ask(String key) {
        return store.once(
                "shop", key, "request".getBytes(StandardCharsets.UTF_8), () -> key, _ -> new Answer(202, "" + ++done));
    }

    @Test
    void anAnswerIsReplayedUntilItsRetentionEnds() {
        ask("old");
        now = START.plus(Duration.ofDays(1));
        ask("young");

        now = START.plus(WEEK);
        assertThat(store.purge(WEEK, 10)).isZero();
        assertThat(ask("old")).isEqualTo(new Result.Replayed(new Answer(202, "1")));

        now = START.plus(WEEK).plusMillis(1);
        assertThat(store.purge(WEEK, 10)).isEqualTo(1);
        assertThat(store.answer("shop", "old")).isEmpty();
        assertThat(ask("young")).isEqualTo(new Result.Replayed(new Answer(202, "2")));
        assertThat(ask("old")).isEqualTo(new Result.Done(new Answer(202, "3")));
    }

    @Test
    void manyAreForgottenInPartsTheOldestFirst() {
        for (int i = 0; i < 5; i++) {
            now = START.plusSeconds(i);
            ask("key-" + i);
        }
        now = START.plus(WEEK).plusSeconds(60);
        assertThat(store.purge(WEEK, 2)).isEqualTo(2);
        assertThat(store.answer("shop", "key-1")).isEmpty();
        assertThat(store.answer("shop", "key-2")).isPresent();
        assertThat(store.purge(WEEK, 10)).isEqualTo(3);
        assertThat(store.purge(WEEK, 10)).isZero();
    }

    /// Its process died, or its database transaction failed: what comes again is done.
    @Test
    void whatFailedLeavesNothingBehind() {
        assertThatThrownBy(() -> store.once("shop", "dead", new byte[1], () -> "", _ -> {
                    note("done");
                    throw new StackOverflowError("the process dies");
                }))
                .isInstanceOf(StackOverflowError.class);
        assertThat(store.answer("shop", "dead")).isEmpty();
        assertThat(notes()).isZero();
        assertThat(ask("dead")).isInstanceOf(Result.Done.class);
    }

    @Test
    void aRefusalIsAnAnswerOfWhichNothingElseStays() {
        Answer no = new Answer(422, "no");
        Result first = store.once("shop", "refused", new byte[1], () -> "", _ -> {
            note("done");
            throw new IdempotencyStore.Refused(no);
        });
        assertThat(first).isEqualTo(new Result.Done(no));
        assertThat(notes()).isZero();
        Result again = store.once("shop", "refused", new byte[1], () -> "", _ -> new Answer(202, "yes"));
        assertThat(again).isEqualTo(new Result.Replayed(no));
        assertThat(store.once("shop", "refused", new byte[2], () -> "", _ -> no))
                .isEqualTo(new Result.OtherRequest());
    }

    @Test
    void theSameRequestMeanwhileIsToldThatTheFirstIsUnderWay() {
        Result first = store.once("shop", "busy", new byte[1], () -> "", _ -> {
            assertThat(elsewhere("busy")).isEqualTo(new Result.UnderWay());
            assertThat(elsewhere("another")).isInstanceOf(Result.Done.class);
            return new Answer(202, "first");
        });
        assertThat(first).isEqualTo(new Result.Done(new Answer(202, "first")));
    }

    /// The answer came between the look and the turn of this request.
    @Test
    void whoeverIsOvertakenGivesTheAnswerThatIsThere() {
        Result overtaken = store.once("shop", "overtaken", new byte[1], () -> elsewhere("overtaken"), _ -> {
            throw new AssertionError("done twice");
        });
        assertThat(overtaken).isEqualTo(new Result.Replayed(new Answer(202, "elsewhere")));
    }

    /// By another thread, with a database transaction of its own.
    private Result elsewhere(String key) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.submit(
                            () -> store.once("shop", key, new byte[1], () -> "", _ -> new Answer(202, "elsewhere")))
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private void note(String text) {
        database.jdbc()
                .sql("insert into taken_uetr (uetr) values (?)")
                .param(text)
                .update();
    }

    private long notes() {
        return database.jdbc()
                .sql("select count(*) from taken_uetr")
                .query(Long.class)
                .single();
    }

    @Test
    void aPassIsOneStatementHoweverManyAreForgotten() {
        for (int i = 0; i < 20; i++) {
            ask("key-" + i);
        }
        assertThat(statementsOfPurge(0)).isEqualTo(1);
        now = START.plus(WEEK).plusSeconds(60);
        assertThat(statementsOfPurge(20)).isEqualTo(1);
    }

    private long statementsOfPurge(int forgotten) {
        long before = database.statements();
        assertThat(store.purge(WEEK, 100)).isEqualTo(forgotten);
        return database.statements() - before;
    }
}
