package io.florin.registration.wiring;

import io.florin.registration.protocol.RegistrationProblem;
import io.florin.runtime.openapi.ApiDescription;
import io.florin.runtime.openapi.FlorinOpenApi;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;

/// Access to the public port.
@Configuration(proxyBeanMethods = false)
@Import(FlorinOpenApi.class)
class AccessConfiguration {
    private static final String OFFICER = "registration-officer";
    private static final String AUDITOR = "auditor";
    private static final List<String> READ = List.of(
            "/v1/participant-applications",
            "/v1/participant-applications/{id}",
            "/v1/participants",
            "/v1/participants/{id}",
            "/v1/enrollments",
            "/v1/enrollments/{id}",
            "/v1/enrollments/{id}/person",
            "/v1/identity-inquiries",
            "/v1/rescreening",
            "/v1/rescreening-tasks",
            "/v1/rescreening-tasks/{id}",
            "/console",
            "/console/**");
    private static final List<String> ACT = List.of(
            "/v1/participant-applications",
            "/v1/participant-applications/{id}/conformance",
            "/v1/participant-applications/{id}/approval",
            "/v1/participant-applications/{id}/refusal",
            "/v1/identity-inquiries/{id}/approval",
            "/v1/identity-inquiries/{id}/refusal",
            "/v1/rescreening-tasks/{id}/suspension",
            "/v1/rescreening-tasks/{id}/clearance",
            "/console/**");
    private static final List<String> STANDINGS =
            List.of("/suspension", "/reinstatement", "/revocation", "/revocation/approval", "/revocation/refusal");

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription(
                "Florin registration",
                "Admission of banks, enrollment of their customers, screening and standing. For registration officers;"
                    + " banks use the internal port. Acts of standing and admission need two persons where the summary"
                    + " says so.",
                Arrays.stream(RegistrationProblem.values())
                        .collect(Collectors.groupingBy(
                                problem -> problem.status().value(),
                                Collectors.mapping(RegistrationProblem::code, Collectors.toList()))));
    }

    @Bean
    AccessRules accessRules() {
        List<AccessRule> rules = new ArrayList<>();
        rules.add(AccessRule.open(HttpMethod.GET, "/console/assets/**"));
        rules.add(AccessRule.open(HttpMethod.GET, "/v3/api-docs"));
        rules.add(AccessRule.open(HttpMethod.GET, "/v1/authority-certificate"));
        rules.add(AccessRule.allow(HttpMethod.GET, "/v1/decisions", OFFICER, AUDITOR));
        rules.add(AccessRule.allow(HttpMethod.GET, "/v1/decisions/check", OFFICER, AUDITOR));
        rules.add(AccessRule.allow(HttpMethod.POST, "/v1/identity-inquiries", AUDITOR));
        rules.add(AccessRule.allow(HttpMethod.POST, "/v1/identity-inquiries/{id}/answer", AUDITOR));
        READ.forEach(path -> rules.add(AccessRule.allow(HttpMethod.GET, path, OFFICER)));
        ACT.forEach(path -> rules.add(AccessRule.allow(HttpMethod.POST, path, OFFICER)));
        rules.add(AccessRule.allow(HttpMethod.POST, "/v1/enrollments/{id}/approval", OFFICER));
        rules.add(AccessRule.allow(HttpMethod.POST, "/v1/enrollments/{id}/refusal", OFFICER));
        rules.add(AccessRule.allow(HttpMethod.POST, "/v1/enrollments/{id}/person", OFFICER));
        for (String change : STANDINGS) {
            rules.add(AccessRule.allow(HttpMethod.POST, "/v1/participants/{id}" + change, OFFICER));
            rules.add(AccessRule.allow(HttpMethod.POST, "/v1/enrollments/{id}" + change, OFFICER));
        }
        return AccessRules.of(rules);
    }
}
