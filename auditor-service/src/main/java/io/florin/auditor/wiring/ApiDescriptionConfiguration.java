package io.florin.auditor.wiring;

import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.openapi.ApiDescription;
import io.florin.runtime.openapi.ApiWords;
import io.florin.runtime.openapi.FlorinOpenApi;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Description of the auditor's API at `/v3/api-docs`.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class ApiDescriptionConfiguration {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Florin auditor",
                "The proof of supply, block by block, approvals of transactions above the limit, and openings of"
                        + " payments under passive audit by case.",
                Map.of(
                        403,
                        List.of("not-opened", "too-few-shares"),
                        404,
                        List.of("not-committed"),
                        422,
                        Stream.concat(
                                        Stream.of(
                                                "approval-expired",
                                                "approval-not-needed",
                                                "auditor-refused",
                                                "not-disclosed",
                                                "not-encrypted",
                                                "unreadable-value"),
                                        Arrays.stream(RefusalReason.values())
                                                .filter(reason -> reason != RefusalReason.REGISTRATION_NOT_CURRENT)
                                                .map(RefusalReason::code))
                                .toList(),
                        503,
                        List.of(
                                "approval-pending",
                                "auditor-behind",
                                "auditor-not-configured",
                                RefusalReason.REGISTRATION_NOT_CURRENT.code(),
                                "too-many-pending")));
    }

    @Bean
    OpenApiCustomizer apiWords() {
        return ApiWords.of(ApiDescriptionConfiguration.class, "api.properties");
    }
}
