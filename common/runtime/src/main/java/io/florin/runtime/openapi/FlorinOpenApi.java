package io.florin.runtime.openapi;

import io.florin.runtime.security.AccessRules;
import io.florin.runtime.security.OidcProperties;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AnnotatedElementUtils;

/// Completes the description of a service that imports this, gives an [ApiDescription] and switches springdoc on.
@Configuration(proxyBeanMethods = false)
public class FlorinOpenApi {

    @Bean
    OpenApiCustomizer florinApiDescription(ApiDescription description, AccessRules rules, OidcProperties oidc) {
        return new ApiCompletion(description, rules, new ApiSchemes(oidc.tokenUrl()))::complete;
    }

    @Bean
    OpenApiCustomizer florinApiForms() {
        return new ApiForms();
    }

    @Bean
    OpenApiCustomizer florinApiExamples() {
        return new ApiExamples();
    }

    /// Carries an operation's own problems to where the description is completed.
    @Bean
    OperationCustomizer florinProblemCodes() {
        return (operation, handler) -> {
            Map<Integer, List<String>> codes = new TreeMap<>();
            AnnotatedElementUtils.findMergedRepeatableAnnotations(handler.getMethod(), ProblemCodes.class)
                    .forEach(problems -> codes.put(problems.status(), List.of(problems.value())));
            if (!codes.isEmpty()) {
                operation.addExtension(ApiCompletion.OWN_PROBLEMS, codes);
            }
            return operation;
        };
    }
}
