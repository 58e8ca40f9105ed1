package io.florin.runtime.openapi;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;

/// Describes forms as strictly as they are read: a form has no other fields, and a pattern is one of the
/// whole text, while a pattern of JSON Schema may stand anywhere in it.
final class ApiForms implements OpenApiCustomizer {
    /// Halves of characters, which many languages' patterns do not know.
    private static final String HALVES = "\\uD800-\\uDFFF";

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public void customise(OpenAPI api) {
        Map<String, Schema<?>> schemas =
                api.getComponents() == null || api.getComponents().getSchemas() == null
                        ? Map.of()
                        : new TreeMap<>((Map) api.getComponents().getSchemas());
        schemas.values().forEach(this::anchor);
        Set<String> closed = new HashSet<>();
        if (api.getPaths() != null) {
            api.getPaths().values().stream()
                    .flatMap(item -> item.readOperations().stream())
                    .forEach(operation -> complete(operation, schemas, closed));
        }
    }

    private void complete(Operation operation, Map<String, Schema<?>> schemas, Set<String> closed) {
        for (Parameter parameter :
                Optional.ofNullable(operation.getParameters()).orElse(List.of())) {
            anchor(parameter.getSchema());
        }
        if (operation.getRequestBody() == null || operation.getRequestBody().getContent() == null) {
            return;
        }
        MediaType body = operation.getRequestBody().getContent().get("application/json");
        if (body != null) {
            close(body.getSchema(), schemas, closed);
        }
    }

    private void close(@Nullable Schema<?> schema, Map<String, Schema<?>> schemas, Set<String> closed) {
        if (schema == null) {
            return;
        }
        if (schema.get$ref() != null) {
            String name = schema.get$ref().substring(schema.get$ref().lastIndexOf('/') + 1);
            if (closed.add(name)) {
                close(schemas.get(name), schemas, closed);
            }
            return;
        }
        close(schema.getItems(), schemas, closed);
        if (schema.getAnyOf() != null) {
            schema.getAnyOf().forEach(either -> close(either, schemas, closed));
        }
        if (schema.getProperties() != null) {
            schema.setAdditionalProperties(false);
            schema.getProperties().values().forEach(field -> close(field, schemas, closed));
        }
    }

    private void anchor(@Nullable Schema<?> schema) {
        if (schema == null) {
            return;
        }
        String pattern =
                schema.getPattern() == null ? null : schema.getPattern().replace(HALVES, "");
        if (pattern != null && !(pattern.startsWith("^") && pattern.endsWith("$"))) {
            pattern = pattern.contains("|") ? "^(" + pattern + ")$" : "^" + pattern + "$";
        }
        schema.setPattern(pattern);
        anchor(schema.getItems());
        if (schema.getProperties() != null) {
            schema.getProperties().values().forEach(this::anchor);
        }
    }
}
