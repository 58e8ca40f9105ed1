package io.florin.runtime.openapi;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.core.Ordered;

/// Says in a service's own words what its schemas, fields, parameters and bodies mean, and which fields are always
/// there. What nobody has described keeps the description from being served. The words stand in a properties file of
/// the service:
///
/// | key | value |
/// |---|---|
/// | `name.SupplyView` | what the schema is called for callers; all other keys use that name |
/// | `schema.Supply` | what the schema is |
/// | `field.Supply.block` | what the field is |
/// | `values.Supply.state` | all that the field can be, separated by commas |
/// | `example.Form.reason` | a text that the field can be |
/// | `null.Supply.decidedAt` | `true`: the field is there and may be null |
/// | `optional.Form.lei` | `true`: the field may be left out; all others are required |
/// | `parameter.enrollments.select` | what the parameter is, by the first word of the path after its version |
/// | `example.transactions.id` | a text that the parameter can be |
/// | `values.enrollments.select` | all that the parameter can be |
/// | `example.body.statuses` | a text that each entry of the body can be, where it is a list |
/// | `body.approvals` | what the body is, by the words of the path after its version |
public final class ApiWords implements OpenApiCustomizer, Ordered {
    /// Described by the runtime, for all services alike.
    private static final Set<String> OF_THE_RUNTIME = Set.of("Problem", "FieldError");

    private static final String PATH = "^/v\\d+/";
    private static final String SCHEMAS = "#/components/schemas/";

    private final Properties words;

    private ApiWords(Properties words) {
        this.words = words;
    }

    /// @param resource beside the class
    public static ApiWords of(Class<?> owner, String resource) {
        Properties words = new Properties();
        try (InputStream file = owner.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalArgumentException("no resource " + resource + " beside " + owner.getName());
            }
            words.load(new InputStreamReader(file, StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return new ApiWords(words);
    }

    /// Before examples are put together from those of fields.
    @Override
    public int getOrder() {
        return 0;
    }

    /// @throws IllegalStateException naming what has no words
    @Override
    public void customise(OpenAPI api) {
        rename(api);
        Set<String> missing = new TreeSet<>();
        if (api.getComponents() != null && api.getComponents().getSchemas() != null) {
            api.getComponents().getSchemas().forEach((name, schema) -> describe(name, schema, missing));
        }
        if (api.getPaths() != null) {
            api.getPaths()
                    .forEach((path, item) ->
                            item.readOperations().forEach(operation -> describe(path, operation, missing)));
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("not described: " + String.join(", ", missing));
        }
    }

    private void rename(OpenAPI api) {
        if (api.getComponents() != null && api.getComponents().getSchemas() != null) {
            var schemas = api.getComponents().getSchemas();
            var before = new TreeMap<>(schemas);
            schemas.clear();
            before.forEach((name, schema) -> {
                refer(schema);
                schemas.put(word("name." + name).orElse(name), schema);
            });
        }
        if (api.getPaths() != null) {
            api.getPaths().values().stream()
                    .flatMap(item -> item.readOperations().stream())
                    .forEach(this::refer);
        }
    }

    private void refer(Operation operation) {
        if (operation.getRequestBody() != null) {
            refer(operation.getRequestBody().getContent());
        }
        if (operation.getResponses() != null) {
            operation.getResponses().values().forEach(response -> refer(response.getContent()));
        }
    }

    private void refer(@Nullable Content content) {
        if (content != null) {
            content.values().forEach(media -> refer(media.getSchema()));
        }
    }

    /// Lets references in a schema follow the new names.
    private void refer(@Nullable Schema<?> schema) {
        if (schema == null) {
            return;
        }
        if (schema.get$ref() != null) {
            String name = schema.get$ref().substring(schema.get$ref().lastIndexOf('/') + 1);
            word("name." + name).ifPresent(called -> schema.set$ref(SCHEMAS + called));
        }
        refer(schema.getItems());
        if (schema.getProperties() != null) {
            schema.getProperties().values().forEach(this::refer);
        }
        if (schema.getAdditionalProperties() instanceof Schema<?> values) {
            refer(values);
        }
    }

    private void describe(String name, Schema<?> schema, Set<String> missing) {
        if (OF_THE_RUNTIME.contains(name) || schema.getProperties() == null) {
            return;
        }
        word("schema." + name).ifPresentOrElse(schema::setDescription, () -> missing.add("schema." + name));
        schema.getProperties().forEach((field, of) -> describeField(name + "." + field, of, missing));
        schema.setRequired(schema.getProperties().keySet().stream()
                .filter(field -> word("optional." + name + "." + field).isEmpty())
                .sorted()
                .toList());
    }

    private void describeField(String key, Schema<?> field, Set<String> missing) {
        word("field." + key).ifPresentOrElse(field::setDescription, () -> missing.add("field." + key));
        valuesAndExample(key, field);
        if (word("null." + key).isPresent()) {
            OrNull.allow(field);
        }
    }

    private void describe(String path, Operation operation, Set<String> missing) {
        String place = path.replaceFirst(PATH, "").replaceAll("/\\{[^}]*}", "").replace('/', '.');
        String first = place.replaceFirst("\\..*", "");
        for (Parameter parameter :
                Optional.ofNullable(operation.getParameters()).orElse(List.of())) {
            String key = first + "." + parameter.getName();
            word("parameter." + key).ifPresentOrElse(parameter::setDescription, () -> missing.add("parameter." + key));
            valuesAndExample(key, parameter.getSchema());
        }
        if (operation.getRequestBody() != null) {
            word("body." + place)
                    .or(() -> word("body"))
                    .ifPresentOrElse(operation.getRequestBody()::setDescription, () -> missing.add("body." + place));
            word("example.body." + place)
                    .ifPresent(example -> operation.getRequestBody().getContent().values().stream()
                            .map(media -> media.getSchema().getItems())
                            .forEach(items -> items.setExample(example)));
        }
    }

    private void valuesAndExample(String key, Schema<?> schema) {
        word("example." + key).ifPresent(schema::setExample);
        word("values." + key).ifPresent(list -> set(schema, Arrays.asList(list.split(","))));
    }

    @SuppressWarnings("unchecked")
    private static void set(Schema<?> schema, List<String> values) {
        ((Schema<String>) schema).setEnum(values);
    }

    private Optional<String> word(String key) {
        return Optional.ofNullable(words.getProperty(key));
    }
}
