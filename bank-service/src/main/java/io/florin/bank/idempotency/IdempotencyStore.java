package io.florin.bank.idempotency;

import io.florin.crypto.hash.Sha256;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Remembers the answer to each (client, key). The answer is written in the database transaction of what the request
/// did: there is no answer without it and it is not done without an answer, whatever dies when. The same request that
/// comes while the first one is being done is told so. Answers are kept for the configured retention and then
/// forgotten: after that a key is as good as new.
public final class IdempotencyStore {

    /// Tells this store's locks from others of the database.
    private static final long LOCKS = 0x6964656d706f7465L;

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;

    IdempotencyStore(JdbcClient jdbc, TransactionTemplate transactions, InstantSource clock) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
    }

    /// An answer as it goes over the wire.
    ///
    /// @param status of HTTP
    /// @param body JSON
    public record Answer(int status, String body) {}

    /// What came of a request.
    public sealed interface Result {
        record Done(Answer answer) implements Result {}

        /// Answered before; nothing was done now.
        record Replayed(Answer answer) implements Result {}

        /// The same key came with another request.
        record OtherRequest() implements Result {}

        /// The first request with this key has not been answered yet.
        record UnderWay() implements Result {}
    }

    /// Ends a request with a refusal that is an answer too; nothing that the action did stays.
    static final class Refused extends RuntimeException {
        private final transient Answer answer;

        Refused(Answer answer) {
            super("refused", null, false, false);
            this.answer = answer;
        }
    }

    /// Does the action once for each key.
    ///
    /// @param request bytes that identify the request: method, path and body
    /// @param prepare outside database transactions, more than once where the same request comes at the same time
    /// @param action what to do; runs in the transaction that stores its answer
    <T> Result once(String client, String key, byte[] request, Supplier<T> prepare, Function<T, Answer> action) {
        Question question = new Question(client, key, Sha256.digest(request));
        Optional<Result> known = known(question);
        if (known.isPresent()) {
            return known.get();
        }
        try {
            T prepared = prepare.get();
            return first(question, () -> action.apply(prepared));
        } catch (Refused refused) {
            return first(question, () -> refused.answer);
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Question(String client, String key, byte[] fingerprint) {}

    /// Looks again once it holds the key: the answer may have come while this request was prepared.
    private Result first(Question question, Supplier<Answer> action) {
        return Objects.requireNonNull(transactions.execute(_ -> {
            if (!hold(question)) {
                return new Result.UnderWay();
            }
            return known(question).orElseGet(() -> {
                Answer answer = action.get();
                store(question, answer);
                return new Result.Done(answer);
            });
        }));
    }

    /// Until the transaction ends; false while another one holds the key.
    private boolean hold(Question question) {
        return jdbc.sql("select pg_try_advisory_xact_lock(hashtextextended(?, ?))")
                .params(question.client + ' ' + question.key, LOCKS)
                .query(Boolean.class)
                .single();
    }

    private void store(Question question, Answer answer) {
        jdbc.sql("""
            insert into idempotency (client, key, fingerprint, started_at, status, body) values (?, ?, ?, ?, ?, ?)
            """)
                .params(
                        question.client,
                        question.key,
                        question.fingerprint,
                        Timestamp.from(clock.instant()),
                        answer.status(),
                        answer.body())
                .update();
    }

    /// The answer that the key got.
    public Optional<Answer> answer(String client, String key) {
        return jdbc.sql("select status, body from idempotency where client = ? and key = ?")
                .params(client, key)
                .query((row, _) -> new Answer(row.getInt("status"), row.getString("body")))
                .optional();
    }

    /// Forgets answers that are older than the retention, the oldest first.
    ///
    /// @param max how many at once
    /// @return how many were forgotten
    public int purge(Duration retention, int max) {
        return jdbc.sql("""
            delete from idempotency where (client, key) in (
                select client, key from idempotency where started_at < ? order by started_at limit ?
                for update skip locked)
            """)
                .params(Timestamp.from(clock.instant().minus(retention)), max)
                .update();
    }

    private Optional<Result> known(Question question) {
        return jdbc.sql("select fingerprint, status, body from idempotency where client = ? and key = ?")
                .params(question.client, question.key)
                .query((row, _) -> Arrays.equals(row.getBytes("fingerprint"), question.fingerprint)
                        ? new Result.Replayed(new Answer(row.getInt("status"), row.getString("body")))
                        : (Result) new Result.OtherRequest())
                .optional();
    }
}
