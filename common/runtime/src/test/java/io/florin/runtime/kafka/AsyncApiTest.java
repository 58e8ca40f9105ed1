package io.florin.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

final class AsyncApiTest {

    private static final List<TopicSpec> SPECS = List.of(
            Topics.transactionsSpec(1, 1),
            Topics.blocksSpec(1),
            Topics.statusesSpec(1),
            Topics.enrollmentsSpec(),
            Topics.auditEventsSpec());

    @Test
    void namesEveryTopicAndItsSettings() throws IOException {
        Map<?, ?> document = read();
        Map<String, Map<String, String>> documented = new TreeMap<>();
        map(document, "channels").values().forEach(channel -> {
            String[] reference =
                    String.valueOf(map(channel, "bindings").get("$ref")).split("/");
            Map<?, ?> kafka = map(map(map(document, "components"), "channelBindings"), reference[reference.length - 1]);
            Map<String, String> settings = new TreeMap<>();
            map(map(kafka, "kafka"), "topicConfiguration")
                    .forEach((key, value) -> settings.put(
                            String.valueOf(key), String.valueOf(value).replaceAll("[\\[\\]]", "")));
            documented.put(String.valueOf(((Map<?, ?>) channel).get("address")).replace("{party}", "1"), settings);
        });
        Map<String, Map<String, String>> expected = new TreeMap<>();
        SPECS.forEach(spec -> {
            Map<String, String> settings = new TreeMap<>(spec.settings());
            settings.remove("compression.type");
            expected.put(spec.name(), settings);
        });
        assertThat(documented).isEqualTo(expected);
    }

    @Test
    void namesTheKeyOfBlocksAndStatuses() throws IOException {
        for (String message : List.of("block", "blockStatuses")) {
            Map<?, ?> bindings = map(map(map(map(read(), "components"), "messages"), message), "bindings");
            Map<?, ?> key = map(map(bindings, "kafka"), "key");

            assertThat(key.get("minLength")).as(message).isEqualTo(Long.BYTES);
            assertThat(key.get("maxLength"))
                    .as(message)
                    .isEqualTo(Topics.blockKey(1).size());
            assertThat(String.valueOf(key.get("description"))).as(message).isEqualTo("Block number, big-endian.");
        }
    }

    private static Map<?, ?> map(Object parent, String key) {
        return assertThat(((Map<?, ?>) parent).get(key))
                                .as(key)
                                .isInstanceOf(Map.class)
                                .actual()
                        instanceof Map<?, ?> m
                ? m
                : Map.of();
    }

    private static Map<?, ?> read() throws IOException {
        try (var text = Files.newBufferedReader(Path.of("../../docs/asyncapi.yaml"))) {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        }
    }
}
