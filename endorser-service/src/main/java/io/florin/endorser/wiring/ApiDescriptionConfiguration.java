package io.florin.endorser.wiring;

import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.openapi.ApiDescription;
import io.florin.runtime.openapi.ApiWords;
import io.florin.runtime.openapi.FlorinOpenApi;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Description of the endorser's API at `/v3/api-docs`.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class ApiDescriptionConfiguration {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Florin endorser",
                "Takes client transactions for endorsement, and gives payees their encrypted notes. Signatures of"
                        + " owners authorise a transaction, so no caller needs a token.",
                Map.of(
                        413,
                        List.of("batch-too-large"),
                        422,
                        Arrays.stream(RefusalReason.values())
                                .filter(reason -> reason != RefusalReason.REGISTRATION_NOT_CURRENT)
                                .map(RefusalReason::code)
                                .toList(),
                        503,
                        List.of(RefusalReason.REGISTRATION_NOT_CURRENT.code(), "too-few-endorsers")));
    }

    @Bean
    OpenApiCustomizer apiWords() {
        return ApiWords.of(ApiDescriptionConfiguration.class, "api.properties");
    }
}
