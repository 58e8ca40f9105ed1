package io.florin.bank.idempotency;

import io.florin.bank.protocol.IdSource;
import io.florin.crypto.hash.Sha256;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Remembers the answer to each (client, key). The claim is a row of its own, so a request that comes while the first
/// one runs is told so; the answer is written in the same database transaction as what the request did. A claim whose
/// process died before that did nothing and is taken over after a while. Answers are kept for the configured retention
/// and then forgotten: after that a key is as good as new.
public final class IdempotencyStore {

    private static final Duration CLAIM_FOR = Duration.ofSeconds(30);

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final IdSource ids;

    IdempotencyStore(JdbcClient jdbc, TransactionTemplate transactions, InstantSource clock, IdSource ids) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
        this.ids = ids;
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
    /// @param prepare outside database transactions
    /// @param action what to do; runs in the transaction that stores its answer
    <T> Result once(String client, String key, byte[] request, Supplier<T> prepare, Function<T, Answer> action) {
        byte[] fingerprint = Sha256.digest(request);
        UUID owner = ids.get();
        if (!claim(client, key, fingerprint, owner)) {
            return known(client, key, fingerprint);
        }
        try {
            T prepared = prepare.get();
            Answer answer = transactions.execute(_ -> {
                Answer made = action.apply(prepared);
                store(client, key, owner, made);
                return made;
            });
            return new Result.Done(Objects.requireNonNull(answer));
        } catch (Refused refused) {
            store(client, key, owner, refused.answer);
            return new Result.Done(refused.answer);
        } catch (RuntimeException e) {
            jdbc.sql("delete from idempotency where client = ? and key = ? and owner = ? and status is null")
                    .params(client, key, owner)
                    .update();
            throw e;
        }
    }

    /// The answer that the key got.
    public Optional<Answer> answer(String client, String key) {
        return jdbc.sql("select status, body from idempotency where client = ? and key = ? and status is not null")
                .params(client, key)
                .query((row, _) -> new Answer(row.getInt("status"), row.getString("body")))
                .optional();
    }

    /// Forgets answers, and claims that were never answered, that are older than the retention, the oldest first.
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

    private boolean claim(String client, String key, byte[] fingerprint, UUID owner) {
        Instant now = clock.instant();
        return jdbc.sql("""
            insert into idempotency (client, key, fingerprint, owner, started_at) values (?, ?, ?, ?, ?)
            on conflict (client, key) do update set owner = excluded.owner, started_at = excluded.started_at
            where idempotency.status is null and idempotency.started_at < ?
              and idempotency.fingerprint = excluded.fingerprint
            """)
                        .params(
                                client,
                                key,
                                fingerprint,
                                owner,
                                Timestamp.from(now),
                                Timestamp.from(now.minus(CLAIM_FOR)))
                        .update()
                == 1;
    }

    private void store(String client, String key, UUID owner, Answer answer) {
        int stored = jdbc.sql("update idempotency set status = ?, body = ? where client = ? and key = ? and owner = ?")
                .params(answer.status(), answer.body(), client, key, owner)
                .update();
        if (stored != 1) {
            throw new IllegalStateException("another request took the key over");
        }
    }

    private Result known(String client, String key, byte[] fingerprint) {
        Optional<Row> row = jdbc.sql("select fingerprint, status, body from idempotency where client = ? and key = ?")
                .params(client, key)
                .query((found, _) -> new Row(
                        found.getBytes("fingerprint"),
                        Optional.ofNullable(found.getString("body")).map(body -> answer(found, body))))
                .optional();
        if (row.isEmpty()) {
            return new Result.UnderWay(); // its first request failed this instant: ask again
        }
        if (!Arrays.equals(row.get().fingerprint(), fingerprint)) {
            return new Result.OtherRequest();
        }
        return row.get().answer().<Result>map(Result.Replayed::new).orElseGet(Result.UnderWay::new);
    }

    private static Answer answer(java.sql.ResultSet row, String body) {
        try {
            return new Answer(row.getInt("status"), body);
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException("the answer cannot be read", e);
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Row(byte[] fingerprint, Optional<Answer> answer) {}
}
