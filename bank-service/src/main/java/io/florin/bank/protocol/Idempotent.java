package io.florin.bank.protocol;

import io.florin.runtime.http.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.http.ResponseEntity;

/// Does what a client asks for once, whatever the network does to its requests.
public interface Idempotent {

    /// @param client who asks; keys of different clients never meet
    /// @param key the header `Idempotency-Key`
    /// @param path and body: what is asked for
    /// @param prepare what can be found out before, such as answers of other services; outside database transactions
    /// @param action runs at most once for each key, in one database transaction with its answer
    /// @return 202 with the action's result as JSON, or its refusal, now or as it was the first time
    <T> ResponseEntity<String> once(
            String client, String key, String path, Object body, Supplier<T> prepare, Function<T, Object> action);

    /// An action that needs no preparation.
    default ResponseEntity<String> once(String client, String key, String path, Object body, Supplier<Object> action) {
        return once(client, key, path, body, () -> path, _ -> action.get());
    }

    /// Requests of one kind that are done together: those that come while others are being done wait for each other,
    /// and are one database transaction with all their answers. Each is answered as if it had come alone.
    ///
    /// @param path part of what is asked for
    /// @param action does what was prepared for several requests, and answers each in their order
    <T> Group<T> group(String path, Function<List<T>, List<Outcome>> action);

    interface Group<T> {
        /// @param prepare what can be found out before; outside database transactions
        /// @return as of [Idempotent#once]
        ResponseEntity<String> once(String client, String key, Object body, Supplier<T> prepare);
    }

    /// What became of one request.
    sealed interface Outcome {
        /// @param result as JSON the body of a 202
        record Done(Object result) implements Outcome {}

        /// A refusal by a rule, which is remembered too.
        record Refused(ProblemException problem) implements Outcome {}
    }

    /// The id in the answer that the client's key got, if it was accepted.
    Optional<UUID> paymentOf(String client, String key);
}
