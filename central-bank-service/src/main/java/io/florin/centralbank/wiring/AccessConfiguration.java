package io.florin.centralbank.wiring;

import io.florin.centralbank.protocol.ConfigurationProblem;
import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.runtime.openapi.ApiDescription;
import io.florin.runtime.openapi.FlorinOpenApi;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/// Access to the public port.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class AccessConfiguration {
    private static final String OFFICER = "central-bank-officer";
    private static final String VIEWER = "central-bank-viewer";
    private static final String AUDITOR = "auditor";
    private static final String OPERATOR = "operator";

    private static final List<String> READ = List.of(
            "/v1/supply/banks",
            "/v1/reserves",
            "/v1/reserve-adjustments",
            "/v1/supply-requests",
            "/v1/supply-requests/{id}",
            "/v1/configuration",
            "/v1/configuration-changes",
            "/v1/configuration-changes/{id}",
            "/v1/participants",
            "/v1/incidents",
            "/console",
            "/console/**");
    private static final List<String> ACT = List.of(
            "/v1/supply-requests/{id}/approvals",
            "/v1/supply-requests/{id}/refusal",
            "/v1/configuration-changes",
            "/v1/configuration-changes/{id}/approvals",
            "/v1/configuration-changes/{id}/refusal",
            "/v1/reserve-adjustments",
            "/v1/reserve-adjustments/{id}/approval",
            "/v1/reserve-adjustments/{id}/refusal",
            "/v1/incidents/{id}/closing",
            "/v1/incidents/{id}/closing/approval",
            "/console/**");

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Florin central bank",
                "Supply of the currency, reserves of banks, the ledger's configuration, approvals of officers and "
                        + "incidents. Amounts are minor units (hundredths of FLN). Banks use the internal port.",
                Stream.concat(
                                Arrays.stream(SupplyProblem.values())
                                        .map(problem -> new Code(problem.status(), problem.code())),
                                Arrays.stream(ConfigurationProblem.values())
                                        .map(problem -> new Code(problem.status(), problem.code())))
                        .collect(Collectors.groupingBy(
                                code -> code.status().value(), Collectors.mapping(Code::code, Collectors.toList()))));
    }

    private record Code(HttpStatus status, String code) {}

    @Bean
    OpenApiCustomizer apiDetails() {
        return new ApiDetails();
    }

    @Bean
    AccessRules accessRules() {
        List<AccessRule> rules = new ArrayList<>();
        rules.add(AccessRule.open(HttpMethod.GET, "/console/assets/**"));
        rules.add(AccessRule.open(HttpMethod.GET, "/v3/api-docs"));
        rules.add(AccessRule.allow(HttpMethod.GET, "/v1/supply", OFFICER, VIEWER, OPERATOR, AUDITOR));
        rules.add(AccessRule.allow(HttpMethod.GET, "/v1/supply/history", OFFICER, VIEWER, OPERATOR, AUDITOR));
        rules.add(AccessRule.allow(HttpMethod.GET, "/v1/incidents/open", OFFICER, VIEWER, OPERATOR, AUDITOR));
        rules.add(AccessRule.allow(HttpMethod.GET, "/v1/decisions", OFFICER, VIEWER, AUDITOR));
        rules.add(AccessRule.allow(HttpMethod.GET, "/v1/decisions/check", OFFICER, VIEWER, AUDITOR));
        READ.forEach(path -> rules.add(AccessRule.allow(HttpMethod.GET, path, OFFICER, VIEWER)));
        ACT.forEach(path -> rules.add(AccessRule.allow(HttpMethod.POST, path, OFFICER)));
        return AccessRules.of(rules);
    }
}
