package io.florin.instant.wiring;

import io.florin.runtime.openapi.ApiDescription;
import io.florin.runtime.openapi.ApiWords;
import io.florin.runtime.openapi.FlorinOpenApi;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Description of an authority's API at `/v3/api-docs`.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class ApiDescriptionConfiguration {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Florin instant rail",
                "One authority of an instant rail: which rail it is, how far it follows the ledger, and whether a"
                        + " deposit is credited. Anyone may read. Payments go over the rail's own port, as frames in"
                        + " mutual TLS (docs/wire-formats.md).",
                Map.of());
    }

    @Bean
    OpenApiCustomizer apiWords() {
        return ApiWords.of(ApiDescriptionConfiguration.class, "api.properties");
    }
}
