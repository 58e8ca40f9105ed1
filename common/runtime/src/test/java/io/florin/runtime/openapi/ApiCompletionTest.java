package io.florin.runtime.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;

final class ApiCompletionTest {
    private static final AccessRules RULES = AccessRules.of(
            AccessRule.open(HttpMethod.GET, "/v1/certificate"),
            AccessRule.allow(HttpMethod.POST, "/v1/enrollments/{id}/**", "officer", "operator"));

    private final Operation open = new Operation();
    private final Operation guarded = new Operation();
    private final OpenAPI api = new OpenAPI()
            .paths(new Paths()
                    .addPathItem("/v1/certificate", new PathItem().get(open))
                    .addPathItem("/v1/enrollments/{id}/approval", new PathItem().post(guarded)));

    @Test
    void saysWhoMayCallAndWhatMayGoWrong() {
        new ApiCompletion(
                        new ApiDescription(
                                "Test",
                                "A test.",
                                Map.of(404, List.of("no-such-enrollment"), 409, List.of("same-person"))),
                        RULES)
                .complete(api);

        assertThat(api.getInfo().getTitle()).isEqualTo("Test");
        assertThat(api.getServers()).extracting("url").containsExactly("/");
        assertThat(api.getComponents().getSchemas()).containsKey("Problem");
        assertThat(open.getSecurity()).isEmpty();
        assertThat(open.getResponses()).containsOnlyKeys("default");
        assertThat(open.getOperationId()).isEqualTo("getCertificate");
        assertThat(guarded.getOperationId()).isEqualTo("postEnrollmentsByIdApproval");
        assertThat(guarded.getTags()).containsExactly("enrollments");
        assertThat(guarded.getDescription()).isEqualTo("Roles, one of: officer, operator.");
        assertThat(guarded.getSecurity()).hasSize(1);
        assertThat(guarded.getResponses()).containsOnlyKeys("400", "401", "403", "404", "409", "default");
        assertThat(Objects.requireNonNull(guarded.getResponses().get("404")).getDescription())
                .isEqualTo("Codes: no-such-enrollment, not-found");
        assertThat(Objects.requireNonNull(guarded.getResponses().get("409")).getDescription())
                .isEqualTo("Codes: conflict, same-person");
    }

    @Test
    void anOperationNamesItsOwnProblemsInPlaceOfThoseOfAll() {
        guarded.description("Approves.").addExtension(ApiCompletion.OWN_PROBLEMS, Map.of(422, List.of("too-late")));
        new ApiCompletion(new ApiDescription("Test", "A test.", Map.of(409, List.of("same-person"))), RULES)
                .complete(api);

        assertThat(guarded.getDescription()).isEqualTo("Approves.\n\nRoles, one of: officer, operator.");
        assertThat(guarded.getResponses()).containsOnlyKeys("400", "401", "403", "404", "422", "default");
        assertThat(Objects.requireNonNull(guarded.getResponses().get("422")).getDescription())
                .isEqualTo("Codes: too-late");
        assertThat(guarded.getExtensions()).isEmpty();
    }
}
