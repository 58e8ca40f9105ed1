package io.florin.runtime.openapi;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.core.Ordered;

/// Examples of every body and parameter: put together from the examples of fields, which words and annotations give,
/// and from what a type, form or bound already says. What may be left out and has no
/// example is left out. A text that nobody gave an example
/// keeps the description from being served.
final class ApiExamples implements OpenApiCustomizer, Ordered {
    private static final Pattern HEX = Pattern.compile("\\^?\\[0-9a-f]\\{(\\d+)}\\$?");
    private static final Map<String, String> FORMS = Map.of(
            "uuid", "3f0c6a52-0c5d-4f0e-9d6f-2f8d3b1c4a5e",
            "date", "2026-11-30",
            "date-time", "2026-11-30T12:00:00Z",
            "uri", "https://florin.example.org");

    private Map<String, Schema<?>> schemas = Map.of();

    /// After the words, which give examples.
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public void customise(OpenAPI api) {
        Set<String> missing = new TreeSet<>();
        schemas = api.getComponents() == null || api.getComponents().getSchemas() == null
                ? Map.of()
                : new TreeMap<>((Map) api.getComponents().getSchemas());
        if (api.getPaths() != null) {
            api.getPaths()
                    .forEach((path, item) ->
                            item.readOperations().forEach(operation -> complete(path, operation, missing)));
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("no example: " + String.join(", ", missing));
        }
    }

    private void complete(String path, Operation operation, Set<String> missing) {
        if (operation.getParameters() != null) {
            operation.getParameters().stream()
                    .filter(parameter -> parameter.getExample() == null && parameter.getSchema() != null)
                    .forEach(parameter -> of(parameter.getSchema(), path + " " + parameter.getName(), new TreeSet<>())
                            .ifPresent(parameter::setExample));
        }
        if (operation.getRequestBody() == null || operation.getRequestBody().getContent() == null) {
            return;
        }
        MediaType body = operation.getRequestBody().getContent().get("application/json");
        if (body != null && body.getSchema() != null && body.getExample() == null) {
            of(body.getSchema(), path, missing).ifPresent(body::setExample);
        }
    }

    /// @param place where a missing example is missed
    private Optional<Object> of(Schema<?> named, String place, Set<String> missing) {
        Schema<?> schema = resolved(named);
        if (schema.getExample() != null) {
            return Optional.of(schema.getExample());
        }
        if (schema.getEnum() != null && !schema.getEnum().isEmpty()) {
            return Optional.of(schema.getEnum().getFirst());
        }
        Optional<Object> example = switch (typeOf(schema)) {
            case "object" -> Optional.of(fields(schema, nameOf(named).orElse(place), missing));
            case "array" ->
                schema.getItems() == null
                        ? Optional.of(List.of())
                        : of(schema.getItems(), place, missing).map(List::of);
            case "integer" -> Optional.of(number(schema));
            case "boolean" -> Optional.of(false);
            default -> text(schema);
        };
        if (example.isEmpty()) {
            missing.add(place);
        }
        return example;
    }

    private Map<String, Object> fields(Schema<?> schema, String place, Set<String> missing) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (schema.getProperties() != null) {
            schema.getProperties().forEach((name, field) -> {
                if (!mayBeLeftOut(schema, name, field)) {
                    of(field, place + "." + name, missing).ifPresent(value -> fields.put(name, value));
                }
            });
        }
        return fields;
    }

    private static boolean mayBeLeftOut(Schema<?> schema, String name, Schema<?> field) {
        boolean optional = schema.getRequired() != null && !schema.getRequired().contains(name);
        boolean nullable = field.getTypes() != null && field.getTypes().contains("null");
        return (optional || nullable) && field.getExample() == null;
    }

    private static Object number(Schema<?> schema) {
        return schema.getMinimum() == null
                ? 1L
                : Math.max(1, schema.getMinimum().longValue());
    }

    private static Optional<Object> text(Schema<?> schema) {
        String pattern = schema.getPattern() == null ? "" : schema.getPattern();
        Matcher hex = HEX.matcher(pattern);
        if (hex.matches()) {
            return Optional.of("0a".repeat(Integer.parseInt(hex.group(1)) / 2));
        }
        return Optional.ofNullable(schema.getFormat()).map(FORMS::get);
    }

    private static String typeOf(Schema<?> schema) {
        if (schema.getTypes() != null) {
            return schema.getTypes().stream()
                    .filter(type -> !type.equals("null"))
                    .findFirst()
                    .orElse("string");
        }
        return Objects.requireNonNullElse(schema.getType(), schema.getProperties() == null ? "string" : "object");
    }

    private Schema<?> resolved(Schema<?> schema) {
        return nameOf(schema)
                .<Schema<?>>map(name -> Objects.requireNonNull(schemas.get(name), name))
                .orElse(schema);
    }

    private static Optional<String> nameOf(Schema<?> schema) {
        return Optional.ofNullable(schema.get$ref()).map(ref -> ref.substring(ref.lastIndexOf('/') + 1));
    }
}
