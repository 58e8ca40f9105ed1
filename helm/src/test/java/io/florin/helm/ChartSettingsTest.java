package io.florin.helm;

import static io.florin.helm.RenderedChart.at;
import static io.florin.helm.RenderedChart.container;
import static io.florin.helm.RenderedChart.environment;
import static io.florin.helm.RenderedChart.list;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.core.io.ClassPathResource;
import org.yaml.snakeyaml.Yaml;

/// What the chart tells each node is what the node's service reads: every variable is bound by a declared setting,
/// every required setting is there, paths lie on volumes, probes ask groups that exist on a port that is open.
class ChartSettingsTest {

    private static final List<Map<String, Object>> SETS =
            RenderedChart.ofKind(RenderedChart.unlinkable(), "StatefulSet");
    private static final List<String> OF_SPRING =
            List.of("SERVER_PORT", "SPRING_DATASOURCE_URL", "SPRING_DATASOURCE_USERNAME", "SPRING_DATASOURCE_PASSWORD");
    private static final Path DEFAULTS =
            Path.of("../common/runtime/src/main/java/io/florin/runtime/service/ServiceDefaults.java");
    private static final Path LAUNCHER = Path.of("../florin");

    static Stream<Named<Map<String, Object>>> nodes() {
        return SETS.stream().map(set -> Named.of(String.valueOf(at(set, "metadata", "name")), set));
    }

    @ParameterizedTest
    @MethodSource("nodes")
    void setsOnlyWhatTheServiceReadsAndAllThatItRequires(Map<String, Object> set) throws Exception {
        Map<String, String> environment = environment(container(set));
        DeclaredSettings settings = new DeclaredSettings(main(set).getPackageName(), config(set));

        DeclaredSettings.Bound bound = settings.bind(environment);

        List<String> unread = new ArrayList<>(environment.keySet());
        unread.removeAll(bound.read());
        unread.removeAll(OF_SPRING);
        assertThat(unread).as("variables that no setting reads").isEmpty();
        assertThat(bound.violations()).isEmpty();
    }

    @Test
    void noticesASettingThatNobodyReadsAndOneThatIsMissing() throws Exception {
        Map<String, Object> set = SETS.stream()
                .filter(each -> role(each).equals("committer"))
                .findFirst()
                .orElseThrow();
        Map<String, String> environment = new LinkedHashMap<>(environment(container(set)));
        environment.remove("FLORIN_COMMITTER_DIRECTORY");
        environment.put("FLORIN_COMMITTER_DIRECTROY", "/var/lib/florin");

        DeclaredSettings.Bound bound = new DeclaredSettings(main(set).getPackageName(), config(set)).bind(environment);

        assertThat(bound.read()).contains("FLORIN_NODE_ID").doesNotContain("FLORIN_COMMITTER_DIRECTROY");
        assertThat(bound.violations()).anyMatch(violation -> violation.startsWith("florin.committer.directory"));
    }

    @ParameterizedTest
    @MethodSource("nodes")
    void givesADatabaseToThoseThatKeepRecords(Map<String, Object> set) throws IOException {
        String yaml = new ClassPathResource(config(set) + ".yaml")
                .getContentAsString(java.nio.charset.StandardCharsets.UTF_8);
        boolean database = !yaml.contains("DataSourceAutoConfiguration");

        assertThat(environment(container(set)).keySet().stream().filter(name -> name.startsWith("SPRING_DATASOURCE")))
                .hasSize(database ? 3 : 0);
    }

    @ParameterizedTest
    @MethodSource("nodes")
    void putsEveryPathOnAVolume(Map<String, Object> set) {
        Object container = container(set);
        List<String> mounts = list(at(container, "volumeMounts")).stream()
                .map(mount -> String.valueOf(at(mount, "mountPath")))
                .toList();
        List<Object> writable = list(at(container, "volumeMounts")).stream()
                .filter(mount -> !Boolean.TRUE.equals(((Map<?, ?>) mount).get("readOnly")))
                .<Object>map(mount -> at(mount, "mountPath"))
                .toList();
        environment(container).forEach((name, value) -> {
            if (value.startsWith("/")) {
                assertThat(mounts).as(name).anyMatch(mount -> value.equals(mount) || value.startsWith(mount + "/"));
            }
        });
        boolean keepsFiles = environment(container).containsValue("/var/lib/florin/data");
        assertThat(writable).contains("/tmp").hasSize(keepsFiles ? 2 : 1);
        assertThat(((Map<?, ?>) at(set, "spec")).containsKey("volumeClaimTemplates"))
                .isEqualTo(keepsFiles);
    }

    @ParameterizedTest
    @MethodSource("nodes")
    void mountsOnlyVolumesThatExist(Map<String, Object> set) {
        List<Object> volumes = new ArrayList<>();
        list(at(set, "spec", "template", "spec", "volumes")).forEach(volume -> volumes.add(at(volume, "name")));
        if (((Map<?, ?>) at(set, "spec")).get("volumeClaimTemplates") instanceof List<?> claims) {
            claims.forEach(claim -> volumes.add(at(claim, "metadata", "name")));
        }
        List<Object> mounted = list(at(container(set), "volumeMounts")).stream()
                .<Object>map(mount -> at(mount, "name"))
                .toList();

        assertThat(mounted).containsExactlyInAnyOrderElementsOf(volumes);
    }

    @ParameterizedTest
    @MethodSource("nodes")
    void probesAHealthGroupOnThePublicPort(Map<String, Object> set) throws IOException {
        String defaults = Files.readString(DEFAULTS);
        Object container = container(set);
        Map<String, String> environment = environment(container);
        Map<Object, String> ports = new LinkedHashMap<>();
        list(at(container, "ports"))
                .forEach(port -> ports.put(at(port, "name"), String.valueOf(at(port, "containerPort"))));

        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            String path = String.valueOf(at(container, probe, "httpGet", "path"));
            assertThat(path).startsWith("/actuator/health/");
            String group = path.substring("/actuator/health/".length());
            assertThat(defaults).contains("\"management.endpoint.health.group." + group + ".include\"");
            assertThat(at(container, probe, "httpGet", "port")).isEqualTo("http");
        }
        assertThat(defaults).doesNotContain("management.server.port", "base-path");
        assertThat(ports)
                .containsEntry("http", environment.get("SERVER_PORT"))
                .containsEntry("internal", environment.get("FLORIN_INTERNAL_PORT"));
        if (role(set).equals("ordering")) {
            assertThat(environment).containsEntry("FLORIN_ORDERING_CONSENSUS_PARTIES_0_PORT", ports.get("consensus"));
        }
    }

    @ParameterizedTest
    @MethodSource("nodes")
    void startsTheServicesApplicationWithTheLaunchersFlags(Map<String, Object> set) throws Exception {
        List<String> arguments =
                list(at(container(set), "args")).stream().map(String::valueOf).toList();

        assertThat(main(set).isAnnotationPresent(SpringBootApplication.class)).isTrue();
        assertThat(new ClassPathResource(config(set) + ".yaml").exists()).isTrue();
        String launcher = Files.readString(LAUNCHER);
        String flags =
                launcher.substring(launcher.indexOf("flags=("), launcher.indexOf("\n)", launcher.indexOf("flags=(")));
        flags.lines()
                .map(String::strip)
                .filter(flag -> flag.startsWith("-") && !flag.startsWith("-Dlogback"))
                .forEach(flag -> assertThat(arguments).contains(flag));
        Pattern.compile("'(-Djdk.serialFilter=[^']*)'")
                .matcher(flags)
                .results()
                .map(found -> found.group(1))
                .filter(_ -> role(set).equals("ordering"))
                .forEach(flag -> assertThat(arguments).contains(flag));
    }

    @Test
    void namesServicesThatTheEndpointsOfAllNodesPointTo() {
        List<Object> services = RenderedChart.ofKind(RenderedChart.unlinkable(), "Service").stream()
                .map(service -> at(service, "metadata", "name"))
                .toList();
        for (Map<String, Object> set : SETS) {
            environment(container(set)).forEach((name, value) -> {
                if (name.startsWith("FLORIN_ENDPOINTS_") && !name.endsWith("_ID")) {
                    assertThat(services)
                            .as(name)
                            .contains(java.net.URI.create(value).getHost());
                }
            });
        }
    }

    private static String role(Map<String, Object> set) {
        return environment(container(set)).getOrDefault("FLORIN_NODE_ROLE", "");
    }

    private static Class<?> main(Map<String, Object> set) throws ClassNotFoundException {
        List<?> arguments = list(at(container(set), "args"));
        return Class.forName(String.valueOf(arguments.getLast()));
    }

    /// The service's file, which its application names itself.
    private static String config(Map<String, Object> set) throws IOException {
        Map<?, ?> values = new Yaml().load(Files.readString(RenderedChart.CHART.resolve("values.yaml")));
        return String.valueOf(at(values, "services", role(set), "config"));
    }
}
