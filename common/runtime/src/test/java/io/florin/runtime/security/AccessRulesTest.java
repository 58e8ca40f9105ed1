package io.florin.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.MockHttpServletRequest;

class AccessRulesTest {

    private final AccessRule one = AccessRule.allow(HttpMethod.GET, "/v1/payments/{id}", "bank-api");
    private final AccessRule many = AccessRule.allow(HttpMethod.POST, "/v1/payments/batches", "bank-api");
    private final AccessRule pages = AccessRule.allow(HttpMethod.GET, "/console/**", "bank-clerk");
    private final AccessRule form = AccessRule.allow(HttpMethod.POST, "/console/payments", "bank-clerk");
    private final AccessRules rules = AccessRules.of(one, many, pages, form);

    @Test
    void aPathThatIsNamedIsNoVariablesValue() {
        assertThat(rules.ruleFor(request("GET", "/v1/payments/17"))).contains(one);
        assertThat(rules.ruleFor(request("POST", "/v1/payments/batches"))).contains(many);
        assertThat(rules.ruleFor(request("GET", "/v1/payments/batches"))).isEmpty();
        assertThat(rules.methodsOf(request("GET", "/v1/payments/batches"))).containsExactly("POST");
    }

    @Test
    void aRuleForAllPathsBelowAnotherFitsNamedOnesToo() {
        assertThat(rules.ruleFor(request("GET", "/console/payments"))).contains(pages);
        assertThat(rules.ruleFor(request("POST", "/console/payments"))).contains(form);
    }

    private static MockHttpServletRequest request(String method, String path) {
        return new MockHttpServletRequest(method, path);
    }
}
