package io.florin.sandbox.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.internal.NodeRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// TypeScript clients that a generator of the build has made of each description: a body that a description does not
/// describe would be `any` there, or `object`, or a type without fields.
class TypescriptClientsIT {
    private static final Path CLIENTS = Path.of("target/generated-typescript");

    /// The facts of each section of the report are of their own kind; evidence is a file for another program; a problem
    /// of a file has fields of its own.
    private static final Set<String> FREE =
            Set.of("Report.sections", "postOpeningsEvidence returns object", "FieldError.[key: string]");

    private static final Pattern FIELD =
            Pattern.compile("(?m)^ {4}(?:readonly )?('?[\\w-]+'?|\\[key: string])\\??: (.+);$");
    private static final Pattern ANSWER = Pattern.compile("(?m)^ {4}async (\\w+)\\(.*: Promise<(.+)> \\{$");
    private static final Pattern SHAPELESS = Pattern.compile("\\b(any|object|unknown)\\b");

    static Stream<NodeRole> described() {
        return Arrays.stream(NodeRole.values()).filter(OpenApiFiles::describes);
    }

    @ParameterizedTest
    @MethodSource("described")
    void everyBodyHasAType(NodeRole role) throws IOException {
        Path client = CLIENTS.resolve(role.label() + "-service");
        JsonNode schemas = JsonMapper.shared()
                .readTree(Files.readString(OpenApiFiles.fileOf(role)))
                .at("/components/schemas");
        Set<String> shapeless = new TreeSet<>();
        schemas.properties().stream()
                .filter(schema -> schema.getValue().has("properties"))
                .forEach(schema -> {
                    String model = read(client.resolve("models/" + schema.getKey() + ".ts"));
                    assertThat(fieldsOf(model, schema.getKey(), shapeless))
                            .as(schema.getKey())
                            .containsAll(List.copyOf(
                                    schema.getValue().path("properties").propertyNames()));
                });
        try (Stream<Path> apis = Files.list(client.resolve("apis"))) {
            List<String> answers =
                    apis.flatMap(api -> answersOf(read(api), shapeless)).toList();
            assertThat(answers).isNotEmpty();
        }
        shapeless.removeAll(FREE);
        assertThat(shapeless).isEmpty();
    }

    private static Set<String> fieldsOf(String model, String name, Set<String> shapeless) {
        int start = model.indexOf("export interface " + name + " {");
        assertThat(start).as(name).isNotNegative();
        Set<String> fields = new TreeSet<>();
        Matcher field = FIELD.matcher(model.substring(start, model.indexOf("\n}", start)));
        while (field.find()) {
            fields.add(field.group(1).replaceAll("^_|'", ""));
            if (SHAPELESS.matcher(field.group(2)).find()) {
                shapeless.add(name + "." + field.group(1));
            }
        }
        return fields;
    }

    private static Stream<String> answersOf(String api, Set<String> shapeless) {
        return ANSWER.matcher(api).results().map(answer -> {
            if (SHAPELESS.matcher(answer.group(2)).find() && !answer.group(1).endsWith("Raw")) {
                shapeless.add(answer.group(1) + " returns " + answer.group(2));
            }
            return answer.group(1);
        });
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException missing) {
            throw new AssertionError("not generated: " + file, missing);
        }
    }
}
