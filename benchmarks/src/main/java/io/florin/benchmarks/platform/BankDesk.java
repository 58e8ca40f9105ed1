package io.florin.benchmarks.platform;

import io.florin.sandbox.demo.BankClient;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;

/// A bank's REST API, over HTTP with the bank's own machine client.
final class BankDesk implements PaymentDesk {

    private static final String CURRENCY = "FLN";

    private final BankClient client;

    BankDesk(BankClient client) {
        this.client = client;
    }

    @Override
    public Optional<String> pay(Order order) {
        Map<String, Object> body = Map.of(
                "wallet", order.wallet(),
                "payee",
                        Map.of(
                                "name", order.payee().holder(),
                                "account", order.payee().iban()),
                "amount", order.amount(),
                "currency", CURRENCY);
        try {
            return Optional.of(
                    client.once("/v1/payments", order.key(), body).path("id").asString(""));
        } catch (HttpClientErrorException refused) {
            return Optional.empty();
        }
    }

    @Override
    public View view(String id) {
        JsonNode json = client.get("/v1/payments/" + id);
        State state = switch (json.path("state").asString("")) {
            case "SETTLED" -> State.SETTLED;
            case "REJECTED" -> State.REJECTED;
            default -> State.OPEN;
        };
        String finalAt = json.path("finalAt").asString("");
        return new View(
                state,
                finalAt.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(finalAt)),
                json.path("transactionId").asString(""));
    }
}
