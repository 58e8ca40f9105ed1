package io.florin.certifier.wiring;

import io.florin.runtime.openapi.ApiDescription;
import io.florin.runtime.openapi.ApiWords;
import io.florin.runtime.openapi.FlorinOpenApi;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Description of the certifier's API at `/v3/api-docs`.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class ApiDescriptionConfiguration {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Florin certifier",
                "Gives shares of the certifiers' signatures on committed tokens of the unlinkable model. Only a token's"
                        + " owner can make use of them, so no caller needs a token of access.",
                Map.of());
    }

    @Bean
    OpenApiCustomizer apiWords() {
        return ApiWords.of(ApiDescriptionConfiguration.class, "api.properties");
    }
}
