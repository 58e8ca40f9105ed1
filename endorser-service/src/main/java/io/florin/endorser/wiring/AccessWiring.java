package io.florin.endorser.wiring;

import io.florin.runtime.http.CompleteJson;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/// Access to the public port: open to all, because client transactions authorise themselves by their signatures,
/// notes can be opened by their payees only, and questions after progress carry the submitter's ticket.
@Configuration(proxyBeanMethods = false)
class AccessWiring {

    /// Answers of peers, committers and registration are complete or unreadable.
    @Bean
    CompleteJson completeJson() {
        return new CompleteJson();
    }

    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.open(HttpMethod.GET, "/v3/api-docs"),
                AccessRule.open(HttpMethod.POST, "/v1/client-transactions"),
                AccessRule.open(HttpMethod.POST, "/v1/client-transactions/batch"),
                AccessRule.open(HttpMethod.GET, "/v1/client-transactions/progress"),
                AccessRule.open(HttpMethod.GET, "/v1/notes"));
    }
}
