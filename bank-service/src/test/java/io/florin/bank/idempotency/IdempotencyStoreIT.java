package io.florin.bank.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.idempotency.IdempotencyStore.Answer;
import io.florin.bank.idempotency.IdempotencyStore.Result;
import io.florin.fakenet.BankDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
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
        store = new IdempotencyStore(database.jdbc(), database.transactions(), () -> now, UUID::randomUUID);
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

    /// Its process died: nobody will answer it any more.
    @Test
    void aClaimThatNobodyAnsweredIsForgottenToo() {
        assertThatThrownBy(() -> store.once("shop", "dead", new byte[1], () -> "", _ -> {
                    throw new StackOverflowError("the process dies");
                }))
                .isInstanceOf(StackOverflowError.class);
        assertThat(store.answer("shop", "dead")).isEmpty();
        now = START.plus(WEEK).plusMillis(1);
        assertThat(store.purge(WEEK, 10)).isEqualTo(1);
    }
}
