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

/// What the auditor's API says about itself at `/v3/api-docs`.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class ApiDescriptionConfiguration {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Florin auditor",
                "The proof of supply, block by block, and approvals of transactions above the limit.",
                Map.of(
                        422,
                        Stream.concat(
                                        Stream.of(
                                                "approval-expired",
                                                "approval-not-needed",
                                                "auditor-refused",
                                                "not-disclosed"),
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
