package io.florin.runtime.openapi;

import io.florin.runtime.security.AccessRules;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Completes the description of a service that imports this, gives an [ApiDescription] and switches springdoc on.
@Configuration(proxyBeanMethods = false)
public class FlorinOpenApi {

    @Bean
    OpenApiCustomizer florinApiDescription(ApiDescription description, AccessRules rules) {
        return new ApiCompletion(description, rules)::complete;
    }
}
