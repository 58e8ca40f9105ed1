package io.florin.bank.idempotency;

import io.florin.bank.idempotency.IdempotencyStore.Answer;
import io.florin.bank.idempotency.IdempotencyStore.Refused;
import io.florin.bank.idempotency.IdempotencyStore.Result;
import io.florin.bank.protocol.Idempotent;
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

/// The header `Idempotency-Key` by our own written rule: missing 400; same key and request: same answer with
/// `Idempotent-Replayed: true`; same key, other request: 422; first request under way: 409.
final class IdempotentRequests implements Idempotent {

    private static final Pattern UUID_FORM = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final IdempotencyStore store;
    private final JsonMapper json;

    IdempotentRequests(IdempotencyStore store, JsonMapper json) {
        this.store = store;
        this.json = json;
    }

    @Override
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

    @Override
    public <T> Group<T> group(String path, Function<List<T>, List<Outcome>> action) {
        RequestGroup<T> group = new RequestGroup<>(
                store,
                prepared -> action.apply(prepared).stream().map(this::answer).toList());
        return (client, key, body, prepare) -> {
            IdempotencyKey.checked(key);
            return response(store.once(client, key, request(path, body), () -> orRefused(prepare), group));
        };
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
            throw new Refused(refusal(refusal));
        }
    }

    @Override
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
