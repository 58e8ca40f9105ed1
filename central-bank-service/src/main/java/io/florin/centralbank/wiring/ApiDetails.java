package io.florin.centralbank.wiring;

import io.florin.runtime.openapi.OrNull;
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

    /// By schema: what the fields of the runtime's log of decisions are.
    private static final Map<String, Map<String, String>> OF_LOG = Map.of(
            "Entry",
            Map.of(
                    "sequence", "Number of the entry, from 1, without gaps",
                    "at", "When it was written",
                    "actor", "Who acted: a login, bank:<id>, or the ledger",
                    "action", "What was done, a fixed word",
                    "subject", "What it is about",
                    "reason", "Why, in the actor's words; what was signed",
                    "listVersion", "Always empty: no list is consulted here",
                    "hash", "Hash over this entry and all before it, 32 bytes, hex"),
            "LogCheck",
            Map.of(
                    "intact", "Whether every entry is as it was written",
                    "entries", "How many entries are in order, from the first on",
                    "brokenAt", "The first entry that is not as it was written, 0 when all are",
                    "what", "What is wrong, empty when nothing is"));

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
        OF_LOG.forEach(
                (name, fields) -> describe(api.getComponents().getSchemas().get(name), fields));
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

    private static void describe(@Nullable Schema<?> schema, Map<String, String> fields) {
        if (schema != null) {
            schema.getProperties().forEach((field, of) -> of.setDescription(fields.get(field)));
        }
    }

    /// Beside a reference springdoc writes "may be null" as "is null".
    private static void correct(Schema<?> property) {
        if (property.get$ref() == null) {
            return;
        }
        if (isNullable(property)) {
            OrNull.allow(property);
        }
        property.setTypes(null);
    }

    private static boolean isNullable(@Nullable Schema<?> property) {
        return property == null
                || Boolean.TRUE.equals(property.getNullable())
                || (property.getTypes() != null && property.getTypes().contains(NULL));
    }

    /// Problem details say themselves what is required.
    private static boolean isProblem(Set<String> properties) {
        return properties.contains("traceId") || properties.contains("pointer");
    }
}
