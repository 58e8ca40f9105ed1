package io.florin.bank.wiring;

import io.florin.runtime.http.IdempotencyKey;
import io.florin.runtime.openapi.ApiDescription;
import io.florin.runtime.openapi.FlorinOpenApi;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Description of the bank's API at `/v3/api-docs`.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class ApiDescriptionConfiguration {

    /// Described by the runtime, for all services alike.
    private static final Set<String> OF_THE_RUNTIME = Set.of("Problem", "FieldError");

    private static final String KEY = IdempotencyKey.HEADER;
    private static final String REPLAYED = "Idempotent-Replayed";

    private static final String TEXT = """
        A commercial bank: customers, their wallets, payments, ISO 20022 files and statements, reserves. Amounts are \
        integer minor units. The claim `participant` of a caller's token must name this bank. A token of the role \
        `wallet-holder` shows the wallet whose number is its claim `wallet` and gets its credential, and is good for \
        nothing else.

        Whatever moves money takes the header `Idempotency-Key` (1 to 128 characters of ASCII, per caller). The same key and \
        request get the first answer again, with `Idempotent-Replayed: true`, refusals by a business rule included; \
        another request under the key gets 422 `idempotency-key-reused`, a request under way 409 `request-under-way`, \
        no key 400. Answers are kept for 7 days unless the bank configures another retention \
        (`florin.bank.idempotency.retention`): a key repeated later than that is a new request. A payment file needs no \
        key, its bytes are its key for ever.

        Lists that may be long are read by following `next` of each answer; it is empty on the last page. The \
        list of customers has it in the header `Link`.
        """;

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription("Florin bank API", TEXT, Map.of()); // each operation names its own problems
    }

    /// Marks properties as required, in requests and in answers; optional ones are null.
    @Bean
    OpenApiCustomizer requiredFields() {
        return api -> api.getComponents().getSchemas().forEach((name, schema) -> {
            if (schema.getProperties() != null && !OF_THE_RUNTIME.contains(name)) {
                require(schema);
            }
        });
    }

    @SuppressWarnings("unchecked")
    private static void require(Schema<?> schema) {
        Map<String, Schema<?>> fields = (Map<String, Schema<?>>) (Map<String, ?>) schema.getProperties();
        schema.setRequired(fields.entrySet().stream()
                .filter(field -> field.getValue().getTypes() == null
                        || !field.getValue().getTypes().contains("null"))
                .map(Map.Entry::getKey)
                .sorted()
                .toList());
    }

    /// The key is described once, and answers that may be replays say so.
    @Bean
    OperationCustomizer idempotencyDescription() {
        return (operation, _) -> {
            boolean keyed = false;
            for (Parameter parameter : parameters(operation)) {
                if (KEY.equals(parameter.getName())) {
                    parameter.description("Made up by the caller, 1 to 128 characters; kept for 7 days by default");
                    parameter.schema(new StringSchema()
                            .minLength(1)
                            .maxLength(IdempotencyKey.LENGTH_MAX)
                            .pattern(IdempotencyKey.PATTERN));
                    parameter.example("order-2026-17");
                    keyed = true;
                }
            }
            ApiResponse accepted = operation.getResponses().get("202");
            if (accepted != null) {
                accepted.addHeaderObject(
                        REPLAYED,
                        new Header()
                                .description(
                                        keyed
                                                ? "`true` when this is the answer to an earlier request with the same"
                                                        + " key"
                                                : "`true` when the same bytes came before")
                                .schema(new StringSchema()));
            }
            return operation;
        };
    }

    private static List<Parameter> parameters(Operation operation) {
        return operation.getParameters() == null ? List.of() : operation.getParameters();
    }
}
