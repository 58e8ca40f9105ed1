package io.florin.bank.protocol;

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

    /// The id in the answer that the client's key got, if it was accepted.
    Optional<UUID> paymentOf(String client, String key);
}
