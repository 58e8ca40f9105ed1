package io.florin.bank.idempotency;

import io.florin.bank.idempotency.IdempotencyStore.Answer;
import io.florin.bank.idempotency.IdempotencyStore.Result;
import io.florin.runtime.http.IdempotencyKey;
import io.florin.runtime.http.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/// Does what a client asks for once, whatever the network does to its requests. The header `Idempotency-Key` by our own
/// written rule: missing 400; same key and request: same answer with `Idempotent-Replayed: true`; same key, other
/// request: 422; first request under way: 409. Any thread.
public final class Idempotent {

    private static final Pattern UUID_FORM = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final IdempotencyStore store;
    private final JsonMapper json;

    Idempotent(IdempotencyStore store, JsonMapper json) {
        this.store = store;
        this.json = json;
    }

    /// @param client who asks; keys of different clients never meet
    /// @param key the header `Idempotency-Key`
    /// @param path and body: what is asked for
    /// @param prepare what can be found out before, such as answers of other services; outside database transactions
    /// @param action runs at most once for each key, in one database transaction with its answer
    /// @return 202 with the action's result as JSON, or its refusal, now or as it was the first time
    public <T> ResponseEntity<String> once(
            String client, String key, String path, Object body, Supplier<T> prepare, Function<T, Object> action) {
        IdempotencyKey.checked(key);
        return response(store.once(
                client,
                key,
                request(path, body),
                () -> orRefused(prepare),
                prepared -> orRefused(() -> done(action.apply(prepared)))));
    }

    /// An action that needs no preparation.
    public ResponseEntity<String> once(String client, String key, String path, Object body, Supplier<Object> action) {
        return once(client, key, path, body, () -> path, _ -> action.get());
    }

    /// Requests of one kind that are done together: those that come while others are being done wait for each other,
    /// and are one database transaction with all their answers. Each is answered as if it had come alone.
    ///
    /// @param path part of what is asked for
    /// @param action does what was prepared for several requests, and answers each in their order
    /// @param subject of a request: of two that have the same one none is done beside the other
    public <T> Group<T> group(String path, Function<List<T>, List<Outcome>> action, Function<T, Object> subject) {
        return new Group<>(
                path,
                new RequestGroup<>(
                        store,
                        prepared -> action.apply(prepared).stream()
                                .map(this::answer)
                                .toList(),
                        subject));
    }

    /// @param <T> what a request is prepared to
    public final class Group<T> {

        private final String path;
        private final RequestGroup<T> requests;

        private Group(String path, RequestGroup<T> requests) {
            this.path = path;
            this.requests = requests;
        }

        /// @param prepare what can be found out before; outside database transactions
        /// @return as of [Idempotent#once]
        public ResponseEntity<String> once(String client, String key, Object body, Supplier<T> prepare) {
            IdempotencyKey.checked(key);
            return response(store.once(client, key, request(path, body), () -> orRefused(prepare), requests));
        }
    }

    /// Outcome of one request.
    public sealed interface Outcome {

        /// @param result as JSON the body of a 202
        record Done(Object result) implements Outcome {}

        /// A refusal by a rule, which is remembered too.
        record Refused(ProblemException problem) implements Outcome {}
    }

    private Answer answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done(Object result) -> done(result);
            case Outcome.Refused(ProblemException problem) -> refusal(problem);
        };
    }

    private Answer done(Object result) {
        return new Answer(HttpStatus.ACCEPTED.value(), json.writeValueAsString(result));
    }

    private Answer refusal(ProblemException problem) {
        return new Answer(problem.status().value(), json.writeValueAsString(problem.problem()));
    }

    private byte[] request(String path, Object body) {
        return (path + "\n" + json.writeValueAsString(body)).getBytes(StandardCharsets.UTF_8);
    }

    private static ResponseEntity<String> response(Result result) {
        return switch (result) {
            case Result.Done(Answer answer) -> response(answer, false);
            case Result.Replayed(Answer answer) -> response(answer, true);
            case Result.OtherRequest() ->
                throw new ProblemException(
                        HttpStatus.UNPROCESSABLE_CONTENT,
                        "idempotency-key-reused",
                        "The key belongs to another request",
                        "this Idempotency-Key came with another body or path before");
            case Result.UnderWay() ->
                throw new ProblemException(
                        HttpStatus.CONFLICT,
                        "request-under-way",
                        "The first request with this key is not answered yet",
                        "ask again in a moment");
        };
    }

    /// A refusal by a business rule is an answer too and is replayed; failures are not remembered.
    private <T> T orRefused(Supplier<T> step) {
        try {
            return step.get();
        } catch (ProblemException refusal) {
            if (refusal.status().value() != HttpStatus.UNPROCESSABLE_CONTENT.value()) {
                throw refusal;
            }
            throw new IdempotencyStore.Refused(refusal(refusal));
        }
    }

    /// The id in the answer that the client's key got, if it was accepted.
    public Optional<UUID> paymentOf(String client, String key) {
        return store.answer(client, key)
                .filter(answer -> answer.status() < 400)
                .map(answer -> json.readTree(answer.body()).path("id").asString(""))
                .filter(id -> UUID_FORM.matcher(id).matches()) // other requests' answers have ids of their own
                .map(UUID::fromString);
    }

    private static ResponseEntity<String> response(Answer answer, boolean replayed) {
        boolean refusal = answer.status() >= 400;
        ResponseEntity.BodyBuilder response = ResponseEntity.status(answer.status())
                .contentType(refusal ? MediaType.APPLICATION_PROBLEM_JSON : MediaType.APPLICATION_JSON);
        return (replayed ? response.header("Idempotent-Replayed", "true") : response).body(answer.body());
    }
}
