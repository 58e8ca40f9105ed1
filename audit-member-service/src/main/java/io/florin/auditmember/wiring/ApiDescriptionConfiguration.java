package io.florin.auditmember.wiring;

import io.florin.decisions.SecondPerson;
import io.florin.runtime.openapi.ApiDescription;
import io.florin.runtime.openapi.ApiWords;
import io.florin.runtime.openapi.FlorinOpenApi;
import java.util.List;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Description of the member's API at `/v3/api-docs`.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class ApiDescriptionConfiguration {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Florin audit member",
                "Cases under which this member of the audit authority helps to open payments, and its log.",
                Map.of(403, List.of(SecondPerson.NEEDED), 409, List.of("case-ended", "case-exists", "case-not-asked")));
    }

    @Bean
    OpenApiCustomizer apiWords() {
        return ApiWords.of(ApiDescriptionConfiguration.class, "api.properties");
    }
}
