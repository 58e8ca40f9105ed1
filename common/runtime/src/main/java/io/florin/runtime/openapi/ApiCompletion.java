package io.florin.runtime.openapi;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.servers.Server;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/// Adds to a description what holds for every operation of every service: the title, a relative server, tokens and the
/// roles that [AccessRules] name, problem details, operation ids that do not depend on the order of scanning, and
/// bodies in a type that generated clients send and take as they are.
final class ApiCompletion {
    /// Extension in which an operation's [ProblemCodes] wait until the description is completed.
    static final String OWN_PROBLEMS = "x-own-problems";

    private static final String VERSION = "1";
    private static final String PROBLEM = "Problem";
    private static final String FIELD_ERROR = "FieldError";
    private static final String REFERENCE = "#/components/schemas/";
    private static final String BINARY = "binary";
    private static final String EVENTS = "text/event-stream";
    private static final String PROBLEM_JSON = "application/problem+json";

    private final ApiDescription description;
    private final AccessRules rules;
    private final ApiSchemes schemes;

    ApiCompletion(ApiDescription description, AccessRules rules, ApiSchemes schemes) {
        this.description = description;
        this.rules = rules;
        this.schemes = schemes;
    }

    void complete(OpenAPI api) {
        api.info(new Info().title(description.title()).version(VERSION).description(description.description()));
        api.servers(List.of(new Server().url("/").description("The service itself")));
        Components components = Optional.ofNullable(api.getComponents()).orElseGet(Components::new);
        schemes.describe(components);
        components.addSchemas(FIELD_ERROR, fieldError());
        components.addSchemas(PROBLEM, problem());
        api.setComponents(components);
        if (api.getPaths() != null) {
            api.getPaths()
                    .forEach((path, item) -> item.readOperationsMap()
                            .forEach((method, operation) ->
                                    complete(HttpMethod.valueOf(method.name()), path, operation)));
        }
    }

    private static Schema<?> problem() {
        Schema<Object> problem = new Schema<>();
        problem.setTypes(Set.of("object"));
        problem.setDescription("Problem details (RFC 9457). Codes are part of the API and are never renamed.");
        problem.addProperty("type", text("urn:florin:problem:<code>"));
        problem.addProperty("title", text("The problem in a sentence; the same for the same code"));
        problem.addProperty("status", of("integer", "The HTTP status"));
        problem.addProperty("detail", text("What is wrong with this request"));
        problem.addProperty("code", text("For programs; of every service: " + codes(Stream.of(ProblemCode.values()))));
        problem.addProperty("traceId", text("Names the request in the service's logs"));
        Schema<Object> errors =
                of("array", "Where the request breaks a rule or cannot be read; not with every problem");
        Schema<Object> error = new Schema<>();
        errors.setItems(error.$ref(REFERENCE + FIELD_ERROR));
        problem.addProperty("errors", errors);
        problem.setExample(exampleProblem());
        problem.setRequired(List.of("type", "title", "status", "code", "traceId"));
        return problem;
    }

    private static Schema<?> fieldError() {
        Schema<Object> error = of(
                "object",
                "One place of a request or file and what is wrong there; a problem of a file"
                        + " has fields of its own in place of these");
        error.addProperty(
                "pointer", text("JSON pointer (RFC 6901) into the body, or the name of a parameter or header"));
        error.addProperty("detail", text("What is wrong there"));
        error.setAdditionalProperties(true);
        return error;
    }

    private static Map<String, Object> exampleProblem() {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("type", "urn:florin:problem:invalid-request");
        problem.put("title", ProblemCode.INVALID_REQUEST.title());
        problem.put("status", ProblemCode.INVALID_REQUEST.status().value());
        problem.put("detail", "The request breaks a rule; see errors.");
        problem.put("code", ProblemCode.INVALID_REQUEST.code());
        problem.put("traceId", "0af7651916cd43dd8448eb211c80319c");
        problem.put("errors", List.of(Map.of("pointer", "/amount", "detail", "must be greater than or equal to 1")));
        return problem;
    }

    private static String codes(Stream<ProblemCode> codes) {
        return codes.map(ProblemCode::code).sorted().collect(Collectors.joining(", "));
    }

    private static Schema<?> text(String description) {
        return of("string", description);
    }

    private static Schema<Object> of(String type, String description) {
        Schema<Object> schema = new Schema<>();
        schema.setTypes(Set.of(type));
        schema.setDescription(description);
        return schema;
    }

    private void complete(HttpMethod method, String path, Operation operation) {
        operation.setOperationId(idOf(method, path));
        operation.setTags(List.of(tagOf(path)));
        ApiResponses responses = Optional.ofNullable(operation.getResponses()).orElseGet(ApiResponses::new);
        operation.setResponses(responses);
        Map<Integer, List<String>> problems = problemsOf(method, operation);
        Optional<AccessRule> rule = rules.ruleOf(method, path);
        boolean open =
                rule.filter(found -> found.access() == AccessRule.Access.PUBLIC).isPresent();
        if (open) {
            operation.setSecurity(List.of());
        } else {
            operation.setSecurity(schemes.requirements());
            rule.filter(found -> !found.roles().isEmpty())
                    .ifPresent(found -> operation.setDescription(described(operation) + "Roles, one of: "
                            + String.join(", ", new TreeSet<>(found.roles())) + "."));
            add(responses, 401, problems);
            add(responses, 403, problems);
        }
        if (path.contains("{")) {
            add(responses, 404, problems);
        }
        if (path.contains("{") || operation.getParameters() != null || operation.getRequestBody() != null) {
            add(responses, 400, problems);
        }
        problems.keySet().stream()
                .filter(status -> status > HttpStatus.NOT_FOUND.value())
                .sorted()
                .forEach(status -> add(responses, status, problems));
        if (operation.getRequestBody() != null) {
            asSent(operation.getRequestBody().getContent(), "string");
        }
        responses.values().forEach(response -> asSent(response.getContent(), BINARY));
        responses.addApiResponse("default", response("Any other problem"));
    }

    /// Bodies that are no JSON: octets are binary, since a generator takes the form `byte` for Base64 inside JSON; a
    /// text that is sent is a string, and one that is received a file, since generated Java reads every string as JSON.
    /// Of a stream the schema is that of an event.
    private static void asSent(@Nullable Content content, String text) {
        if (content == null) {
            return;
        }
        content.forEach((type, media) -> {
            if (!type.endsWith("json") && !type.equals(EVENTS) && media.getSchema() != null) {
                boolean octets = type.equals("application/octet-stream") || text.equals(BINARY);
                Schema<Object> schema = new Schema<>();
                schema.setTypes(Set.of("string"));
                schema.setFormat(octets ? BINARY : null);
                media.setSchema(schema);
            }
        });
    }

    private static String described(Operation operation) {
        String description = operation.getDescription();
        return description == null || description.isBlank() ? "" : description.strip() + "\n\n";
    }

    /// Its own, or those of all operations: what is not found, forbidden or malformed can be that of any, a broken
    /// business rule only that of one that changes something.
    @SuppressWarnings("unchecked")
    private Map<Integer, List<String>> problemsOf(HttpMethod method, Operation operation) {
        Map<Integer, List<String>> general = new TreeMap<>(description.problems());
        if (!method.equals(HttpMethod.POST)) {
            general.keySet().removeIf(status -> status > HttpStatus.NOT_FOUND.value());
        }
        Object own = operation.getExtensions() == null
                ? null
                : operation.getExtensions().remove(OWN_PROBLEMS);
        if (own != null) {
            general.keySet().removeIf(status -> status > HttpStatus.NOT_FOUND.value());
            general.putAll((Map<Integer, List<String>>) own);
        }
        return general;
    }

    private static void add(ApiResponses responses, int status, Map<Integer, List<String>> problems) {
        List<String> own = problems.getOrDefault(status, List.of());
        Stream<String> general = Arrays.stream(ProblemCode.values())
                .filter(code -> code.status().value() == status)
                .map(ProblemCode::code);
        String codes = Stream.concat(own.stream(), general).distinct().sorted().collect(Collectors.joining(", "));
        responses.addApiResponse(Integer.toString(status), response("Codes: " + codes));
    }

    private static ApiResponse response(String description) {
        Schema<Object> schema = new Schema<>();
        schema.set$ref(REFERENCE + PROBLEM);
        return new ApiResponse()
                .description(description)
                .content(new Content().addMediaType(PROBLEM_JSON, new MediaType().schema(schema)));
    }

    /// `GET /v1/enrollments/{id}` is `getEnrollmentsById`.
    static String idOf(HttpMethod method, String path) {
        StringBuilder id = new StringBuilder(method.name().toLowerCase(Locale.ROOT));
        for (String segment : path.split("/")) {
            if (segment.startsWith("{")) {
                id.append("By").append(upper(segment.substring(1, segment.length() - 1)));
            } else if (!segment.isEmpty() && !segment.matches("v\\d+")) {
                Arrays.stream(segment.split("[^A-Za-z0-9]+")).forEach(word -> id.append(upper(word)));
            }
        }
        return id.toString();
    }

    private static String upper(String word) {
        return word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /// The first word of the path after its version.
    private static String tagOf(String path) {
        return path.replaceFirst("^/v\\d+/", "").replaceFirst("/.*", "");
    }
}
