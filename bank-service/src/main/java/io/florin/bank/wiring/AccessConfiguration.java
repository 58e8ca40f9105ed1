package io.florin.bank.wiring;

import io.florin.identity.NodeIdentity;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import io.florin.runtime.security.CallerFilter;
import io.florin.runtime.security.ParticipantFilter;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;

/// Access rules of the public port. Everybody must also belong to this bank, see [ParticipantFilter].
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {

    /// The bank's own programs: shops, core banking, payroll.
    private static final String PROGRAM = "bank-api";

    /// Role of the holder of a self-held wallet's keys; of one wallet, see [WalletHolderFilter].
    private static final String HOLDER = WalletHolderFilter.ROLE;

    private static final String CLERK = "bank-clerk";
    private static final String APPROVER = "bank-approver";
    private static final String OPERATOR = "operator";

    private static final List<String> READ = List.of(
            "/v1/customers",
            "/v1/customers/{id}",
            "/v1/customers/{id}/deposit",
            "/v1/wallets-without-holder",
            "/v1/wallets/{number}/balance",
            "/v1/wallets/{number}/entries",
            "/v1/wallets/{number}/statement",
            "/v1/wallets/{number}/credit-notification",
            "/v1/wallets/{number}/closings",
            "/v1/payments",
            "/v1/payments/events",
            "/v1/payments/{id}",
            "/v1/received-payments",
            "/v1/payment-files/{id}",
            "/v1/payment-files/{id}/status-report",
            "/v1/supply-orders",
            "/v1/supply-orders/{id}",
            "/v1/reserves");
    private static final List<String> WRITE = List.of(
            "/v1/customers",
            "/v1/customers/{id}/wallets",
            "/v1/customers/{id}/self-held-wallets",
            "/v1/self-held-references",
            "/v1/wallets/{number}/holder",
            "/v1/wallets/{number}/closing",
            "/v1/customers/{id}/deposit",
            "/v1/wallets/{number}/fundings",
            "/v1/wallets/{number}/defundings",
            "/v1/payments",
            "/v1/payments/batches",
            "/v1/payments/{id}/cancellation",
            "/v1/payment-files",
            "/v1/payment-files/{id}/cancellation",
            "/v1/supply-orders",
            "/v1/supply-orders/{id}/cancellation");

    @Bean
    AccessRules accessRules() {
        List<AccessRule> rules = new ArrayList<>();
        rules.add(AccessRule.open(HttpMethod.GET, "/v3/api-docs"));
        rules.add(AccessRule.open(HttpMethod.GET, "/console/assets/**"));
        READ.forEach(path -> rules.add(AccessRule.allow(HttpMethod.GET, path, PROGRAM, CLERK, APPROVER, OPERATOR)));
        rules.add(AccessRule.allow(HttpMethod.GET, "/v1/wallets/{number}", PROGRAM, CLERK, APPROVER, OPERATOR, HOLDER));
        for (HttpMethod method : List.of(HttpMethod.GET, HttpMethod.POST)) {
            rules.add(AccessRule.allow(method, "/v1/wallets/{number}/credential", PROGRAM, HOLDER));
        }
        for (String path : List.of("/v1/held-credits", "/v1/held-credits/{id}")) {
            rules.add(AccessRule.allow(HttpMethod.GET, path, CLERK, APPROVER, OPERATOR));
        }
        for (String path : List.of("/v1/held-credits/{id}/release", "/v1/held-credits/{id}/keep")) {
            rules.add(AccessRule.allow(HttpMethod.POST, path, CLERK));
        }
        WRITE.forEach(path -> rules.add(AccessRule.allow(HttpMethod.POST, path, PROGRAM)));
        rules.add(AccessRule.allow(HttpMethod.PUT, "/v1/wallets/{number}/holding-share", PROGRAM));
        rules.add(AccessRule.allow(HttpMethod.GET, "/console", CLERK, APPROVER, OPERATOR));
        rules.add(AccessRule.allow(HttpMethod.GET, "/console/payments/new", CLERK));
        rules.add(AccessRule.allow(HttpMethod.GET, "/console/**", CLERK, APPROVER, OPERATOR));
        rules.add(AccessRule.allow(HttpMethod.POST, "/console/approvals/**", APPROVER));
        rules.add(AccessRule.allow(HttpMethod.POST, "/console/**", CLERK));
        return AccessRules.of(rules);
    }

    @Bean
    FilterRegistrationBean<ParticipantFilter> participantFilter(NodeIdentity node, ProblemWriter problems) {
        var registration = new FilterRegistrationBean<>(
                new ParticipantFilter(node.self().directoryName(), "The caller does not act for this bank.", problems));
        registration.addUrlPatterns("/v1/*", "/console", "/console/*");
        registration.setOrder(CallerFilter.ORDER);
        return registration;
    }

    @Bean
    FilterRegistrationBean<WalletHolderFilter> walletHolderFilter(ProblemWriter problems) {
        var registration = new FilterRegistrationBean<>(new WalletHolderFilter(PROGRAM, problems));
        registration.setOrder(CallerFilter.ORDER);
        return registration;
    }
}
