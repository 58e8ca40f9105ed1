package io.florin.auditor.wiring;

import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/// Access to the public port. Approvals are open because owners' signatures authorise them.
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {
    private static final String AUDITOR = "auditor";
    private static final String OPERATOR = "operator";

    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.open(HttpMethod.GET, "/console/assets/**"),
                AccessRule.open(HttpMethod.GET, "/v3/api-docs"),
                AccessRule.open(HttpMethod.GET, "/v1/supply"),
                AccessRule.open(HttpMethod.GET, "/v1/supply/history"),
                AccessRule.open(HttpMethod.GET, "/v1/supply/proofs/{block}"),
                AccessRule.open(HttpMethod.POST, "/v1/approvals"),
                AccessRule.allow(HttpMethod.GET, "/v1/report", AUDITOR, OPERATOR),
                AccessRule.allow(HttpMethod.GET, "/v1/log/check", AUDITOR, OPERATOR),
                AccessRule.allow(HttpMethod.POST, "/v1/openings", AUDITOR),
                AccessRule.allow(HttpMethod.POST, "/v1/openings/evidence", AUDITOR),
                AccessRule.allow(HttpMethod.GET, "/v1/openings", AUDITOR, OPERATOR),
                AccessRule.allow(HttpMethod.POST, "/v1/openings/identities", AUDITOR),
                AccessRule.allow(HttpMethod.GET, "/v1/openings/identities", AUDITOR),
                AccessRule.allow(HttpMethod.POST, "/v1/openings/identities/{id}/answer", AUDITOR),
                AccessRule.allow(HttpMethod.GET, "/console", AUDITOR, OPERATOR),
                AccessRule.allow(HttpMethod.GET, "/console/**", AUDITOR, OPERATOR),
                AccessRule.allow(HttpMethod.POST, "/console/**", AUDITOR));
    }
}
