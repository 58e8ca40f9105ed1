package io.florin.committer.wiring;

import io.florin.runtime.openapi.ApiDescription;
import io.florin.runtime.openapi.FlorinOpenApi;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// What the committer's API says about itself at `/v3/api-docs`.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class ApiDescriptionConfiguration {

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Florin committer",
                "Final statuses, receipts, tokens and changes of the ledger, as of the last complete block. Anyone may"
                        + " read.",
                Map.of());
    }
}
