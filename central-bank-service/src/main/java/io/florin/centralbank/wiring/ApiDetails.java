package io.florin.centralbank.wiring;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.media.Schema;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;

/// Says of each property whether it is always there: springdoc sees that of requests with constraints only. What may be
/// null is marked at its field; everything else is required. Describes the parameters of what the runtime serves.
final class ApiDetails implements OpenApiCustomizer {
    private static final String NULL = "null";

    private static final Map<String, String> OF_DECISIONS = Map.of(
            "before", "Number of the entry before which the page ends; the newest entries without it",
            "limit", "How many entries, from 1");

    @Override
    public void customise(OpenAPI api) {
        if (api.getPaths() != null && api.getPaths().get("/v1/decisions") != null) {
            api.getPaths()
                    .get("/v1/decisions")
                    .getGet()
                    .getParameters()
                    .forEach(parameter -> parameter.description(OF_DECISIONS.get(parameter.getName())));
        }
        if (api.getComponents() == null || api.getComponents().getSchemas() == null) {
            return;
        }
        for (Schema<?> schema : api.getComponents().getSchemas().values()) {
            if (schema.getProperties() != null
                    && !isProblem(schema.getProperties().keySet())) {
                schema.setRequired(schema.getProperties().keySet().stream()
                        .filter(name -> !isNullable(schema.getProperties().get(name)))
                        .sorted()
                        .toList());
                schema.getProperties().values().forEach(ApiDetails::correct);
            }
        }
    }

    /// Beside a reference springdoc writes "may be null" as "is null".
    private static void correct(Schema<?> property) {
        if (property.get$ref() != null) {
            property.setTypes(null);
        }
    }

    private static boolean isNullable(@Nullable Schema<?> property) {
        return property == null
                || Boolean.TRUE.equals(property.getNullable())
                || (property.getTypes() != null && property.getTypes().contains(NULL));
    }

    /// Problem details say themselves what is required.
    private static boolean isProblem(Set<String> properties) {
        return properties.contains("traceId");
    }
}
