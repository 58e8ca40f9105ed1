package io.florin.committer.wiring;

import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/// Access to the public port: anyone may read, since in the clear model the ledger is open to its network.
@Configuration(proxyBeanMethods = false)
class AccessWiring {

    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.open(HttpMethod.GET, "/v3/api-docs"),
                AccessRule.open(HttpMethod.GET, "/v1/ledger"),
                AccessRule.open(HttpMethod.GET, "/v1/network"),
                AccessRule.open(HttpMethod.GET, "/v1/transactions/{id}"),
                AccessRule.open(HttpMethod.POST, "/v1/transactions/statuses"),
                AccessRule.open(HttpMethod.GET, "/v1/transactions/{id}/receipt"),
                AccessRule.open(HttpMethod.GET, "/v1/tokens/{key}"),
                AccessRule.open(HttpMethod.GET, "/v1/owners/{owner}/tokens"),
                AccessRule.open(HttpMethod.GET, "/v1/blocks/{number}/times"),
                AccessRule.open(HttpMethod.GET, "/v1/results"),
                AccessRule.open(HttpMethod.GET, "/v1/checkpoints"));
    }
}
