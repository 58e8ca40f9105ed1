package io.florin.helm;

import com.marcnuri.helm.Helm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.Yaml;

/// The documents that the chart renders, and the way into them.
final class RenderedChart {

    static final Path CHART = Path.of("src/chart/florin");

    private RenderedChart() {}

    static List<Map<String, Object>> withDefaults() {
        return documents(new Helm(CHART).template().call());
    }

    /// With certifiers whose key was replaced once, members of the audit authority, and registration's key of
    /// credentials.
    static List<Map<String, Object>> unlinkable() {
        var template = new Helm(CHART).template().set("network.hidden", true);
        for (int id = 1; id <= 3; id++) {
            template.set("nodes.certifier[" + (id - 1) + "]", id).set("nodes.audit-member[" + (id - 1) + "]", id);
        }
        return documents(template.set("network.shares.certifier.1[0]", 1)
                .set("network.shares.certifier.1[1]", 2)
                .set("network.shares.audit-member.1[0]", 1)
                .set("network.sharesBefore.certifier.1[0]", 2)
                .set("network.sharesBefore.audit-member.1[0]", 1)
                .call());
    }

    static List<Map<String, Object>> documents(String rendered) {
        List<Map<String, Object>> documents = new ArrayList<>();
        for (Object document : new Yaml().loadAll(rendered)) {
            if (document instanceof Map<?, ?> map) {
                @SuppressWarnings("unchecked")
                Map<String, Object> typed = (Map<String, Object>) map;
                documents.add(typed);
            }
        }
        return documents;
    }

    static List<Map<String, Object>> ofKind(List<Map<String, Object>> documents, String kind) {
        return documents.stream()
                .filter(document -> kind.equals(document.get("kind")))
                .toList();
    }

    static Object at(Object node, String... path) {
        Object found = node;
        for (String step : path) {
            found = Objects.requireNonNull(((Map<?, ?>) found).get(step), step + " of " + String.join(".", path));
        }
        return found;
    }

    /// The one container of a node.
    static Object container(Map<String, Object> statefulSet) {
        return list(at(statefulSet, "spec", "template", "spec", "containers")).getFirst();
    }

    /// The container's environment; a value that a secret holds shows as `1`.
    static Map<String, String> environment(Object container) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (Object entry : list(at(container, "env"))) {
            Object value = ((Map<?, ?>) entry).get("value");
            String previous =
                    environment.put(String.valueOf(at(entry, "name")), value == null ? "1" : String.valueOf(value));
            if (previous != null) {
                throw new IllegalStateException(at(entry, "name") + " is set twice");
            }
        }
        return environment;
    }

    static List<?> list(Object node) {
        return (List<?>) node;
    }
}
