package io.florin.bank.idempotency;

import io.florin.crypto.hash.Sha256;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.transaction.support.TransactionTemplate;

/// Remembers the answer to each (client, key). The answer is written in the database transaction of what the request
/// did: there is no answer without it and it is not done without an answer, whatever dies when. The same request that
/// comes while the first one is being done is told so. Answers are kept for the configured retention and then
/// forgotten: after that a key is as good as new.
public final class IdempotencyStore {

    /// Tells this store's locks from others of the database.
    private static final long LOCKS = 0x6964656d706f7465L;

    /// Time that a group waits for a lock: longer than the acceptance of a payment, shorter than that of a file.
    private static final Duration LOCK_WAIT = Duration.ofMillis(200);

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

    /// Result of a request under its key.
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
        Question question = Question.of(client, key, request);
        Optional<Result> known = known(question);
        if (known.isPresent()) {
            return known.get();
        }
        try {
            T prepared = prepare.get();
            return alone(question, () -> action.apply(prepared));
        } catch (Refused refused) {
            return alone(question, () -> refused.answer);
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Question(String client, String key, byte[] fingerprint) {
        static Question of(String client, String key, byte[] request) {
            return new Question(client, key, Sha256.digest(request));
        }

        private String name() {
            return client + ' ' + key;
        }

        private Place place() {
            return new Place(client, key);
        }
    }

    private record Place(String client, String key) {}

    /// Answers of several requests, in their order, in one database transaction: all of them or none. What has an
    /// answer keeps it; the others are done.
    /// It fails rather than wait for what somebody else holds for long.
    ///
    /// @param action does those at these places, in ascending order, and answers each
    List<Result> together(List<Question> questions, Function<List<Integer>, List<Answer>> action) {
        return Objects.requireNonNull(transactions.execute(_ -> {
            Result[] results = new Result[questions.size()];
            List<Boolean> held = hold(questions);
            Map<Place, Stored> known = known(questions);
            Set<Place> places = new HashSet<>();
            List<Integer> fresh = new ArrayList<>();
            for (int place = 0; place < results.length; place++) {
                Question question = questions.get(place);
                Stored stored = known.get(question.place());
                if (stored != null) {
                    results[place] = stored.to(question);
                } else if (held.get(place) && places.add(question.place())) {
                    fresh.add(place);
                } else {
                    results[place] = new Result.UnderWay();
                }
            }
            List<Answer> answers = fresh.isEmpty() ? List.of() : action.apply(fresh);
            for (int i = 0; i < fresh.size(); i++) {
                results[fresh.get(i)] = new Result.Done(answers.get(i));
            }
            store(fresh.stream().map(questions::get).toList(), answers);
            return List.of(results);
        }));
    }

    /// The same for an action of a group, which looks for all its answers at once. What has one is prepared again, and
    /// where that fails has its answer all the same.
    <T> Result once(String client, String key, byte[] request, Supplier<T> prepare, RequestGroup<T> group) {
        Question question = Question.of(client, key, request);
        T prepared;
        try {
            prepared = prepare.get();
        } catch (Refused refused) {
            return alone(question, () -> refused.answer);
        } catch (RuntimeException failed) {
            return known(question).orElseThrow(() -> failed);
        }
        return group.done(question, prepared);
    }

    /// Looks again once it holds the key: the answer may have come while this request was prepared.
    Result alone(Question question, Supplier<Answer> action) {
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

    /// An answer as it is stored, and what it answered.
    @SuppressWarnings("ArrayRecordComponent")
    private record Stored(byte[] fingerprint, Answer answer) {
        private Result to(Question question) {
            return Arrays.equals(fingerprint, question.fingerprint)
                    ? new Result.Replayed(answer)
                    : new Result.OtherRequest();
        }
    }

    /// From now on no statement of the database transaction waits for long.
    private List<Boolean> hold(List<Question> questions) {
        return jdbc.sql("""
            select pg_try_advisory_xact_lock(hashtextextended(q.name, ?)), set_config('lock_timeout', ?, true)
            from unnest(?::text[]) with ordinality q (name, place) order by q.place
            """)
                .params(LOCKS, LOCK_WAIT.toMillis() + "ms", texts(questions, Question::name))
                .query((row, _) -> row.getBoolean(1))
                .list();
    }

    private Map<Place, Stored> known(List<Question> questions) {
        Map<Place, Stored> known = new HashMap<>();
        jdbc.sql("""
            select i.client, i.key, i.fingerprint, i.status, i.body
            from unnest(?::text[], ?::text[]) q (client, key) join idempotency i on i.client = q.client and i.key = q.key
            """)
                .params(texts(questions, Question::client), texts(questions, Question::key))
                .query(row -> {
                    known.put(
                            new Place(row.getString("client"), row.getString("key")),
                            new Stored(
                                    row.getBytes("fingerprint"),
                                    new Answer(row.getInt("status"), row.getString("body"))));
                });
        return known;
    }

    private void store(List<Question> questions, List<Answer> answers) {
        if (questions.isEmpty()) {
            return;
        }
        jdbc.sql("""
            insert into idempotency (client, key, fingerprint, started_at, status, body)
            select q.client, q.key, q.fingerprint, ?, q.status, q.body
            from unnest(?::text[], ?::text[], ?::bytea[], ?::int[], ?::text[]) q (client, key, fingerprint, status, body)
            """)
                .params(
                        Timestamp.from(clock.instant()),
                        texts(questions, Question::client),
                        texts(questions, Question::key),
                        questions.stream().map(Question::fingerprint).toArray(byte[][]::new),
                        new SqlArrayValue(
                                "int", answers.stream().map(Answer::status).toArray()),
                        new SqlArrayValue(
                                "text", answers.stream().map(Answer::body).toArray()))
                .update();
    }

    private static SqlArrayValue texts(List<Question> questions, Function<Question, String> of) {
        return new SqlArrayValue("text", questions.stream().map(of).toArray());
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
