package io.florin.runtime.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;

@NullUnmarked
final class ApiCompletionTest {
    private static final AccessRules RULES = AccessRules.of(
            AccessRule.open(HttpMethod.GET, "/v1/certificate"),
            AccessRule.allow(HttpMethod.POST, "/v1/enrollments/{id}/**", "officer", "operator"));

    private static final ApiSchemes SCHEMES =
            new ApiSchemes(Optional.of(URI.create("https://login.example.org/oauth2/token")));

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
                        RULES,
                        SCHEMES)
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
        assertThat(guarded.getSecurity()).hasSize(2);
        assertThat(api.getComponents()
                        .getSecuritySchemes()
                        .get("clientCredentials")
                        .getFlows()
                        .getClientCredentials()
                        .getTokenUrl())
                .isEqualTo("https://login.example.org/oauth2/token");
        assertThat(api.getComponents().getSchemas()).containsKey("FieldError");
        assertThat(guarded.getResponses()).containsOnlyKeys("400", "401", "403", "404", "409", "default");
        assertThat(Objects.requireNonNull(guarded.getResponses().get("404")).getDescription())
                .isEqualTo("Codes: no-such-enrollment, not-found");
        assertThat(Objects.requireNonNull(guarded.getResponses().get("409")).getDescription())
                .isEqualTo("Codes: conflict, same-person");
    }

    @Test
    void anOperationNamesItsOwnProblemsInPlaceOfThoseOfAll() {
        guarded.description("Approves.").addExtension(ApiCompletion.OWN_PROBLEMS, Map.of(422, List.of("too-late")));
        new ApiCompletion(new ApiDescription("Test", "A test.", Map.of(409, List.of("same-person"))), RULES, SCHEMES)
                .complete(api);

        assertThat(guarded.getDescription()).isEqualTo("Approves.\n\nRoles, one of: officer, operator.");
        assertThat(guarded.getResponses()).containsOnlyKeys("400", "401", "403", "404", "422", "default");
        assertThat(Objects.requireNonNull(guarded.getResponses().get("422")).getDescription())
                .isEqualTo("Codes: too-late");
        assertThat(guarded.getExtensions()).isEmpty();
    }

    @Test
    void bodiesThatAreNoJsonAreSentAndTakenAsTheyAre() {
        guarded.requestBody(new RequestBody()
                .content(new Content()
                        .addMediaType("application/octet-stream", bytes())
                        .addMediaType("application/xml", bytes())
                        .addMediaType("application/json", bytes())));
        guarded.responses(new ApiResponses()
                .addApiResponse(
                        "200",
                        new ApiResponse()
                                .content(new Content()
                                        .addMediaType("application/xml", new MediaType().schema(new StringSchema())))));

        new ApiCompletion(new ApiDescription("Test", "A test.", Map.of()), RULES, SCHEMES).complete(api);

        Content sent = guarded.getRequestBody().getContent();
        assertThat(sent.get("application/octet-stream").getSchema().getFormat()).isEqualTo("binary");
        assertThat(sent.get("application/xml").getSchema().getFormat()).isNull();
        assertThat(sent.get("application/json").getSchema().getFormat()).isEqualTo("byte");
        assertThat(guarded.getResponses()
                        .get("200")
                        .getContent()
                        .get("application/xml")
                        .getSchema()
                        .getFormat())
                .isEqualTo("binary");
    }

    private static MediaType bytes() {
        return new MediaType().schema(new StringSchema().format("byte"));
    }
}
