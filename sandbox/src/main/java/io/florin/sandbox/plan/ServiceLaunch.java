package io.florin.sandbox.plan;

import io.florin.sandbox.postgres.SandboxPostgres;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/// One service instance, in a form that both starters understand: its application class, the name of its configuration
/// file, and the properties that differ between instances. The properties travel in a file of the data directory, so
/// that
/// no secret shows in a process list.
///
/// @param name unique in the plan, such as `endorser-2`
/// @param applicationClass name of the class with `main`
/// @param configName base name of the service's own configuration file
/// @param wave instances of a higher wave end before this one; those of one wave end together
/// @param heapMegabytes heap limit of its process in the multi-process form
public record ServiceLaunch(
        String name,
        String applicationClass,
        String configName,
        int wave,
        int heapMegabytes,
        Map<String, String> properties) {
    public ServiceLaunch {
        properties = Map.copyOf(properties);
    }

    public int httpPort() {
        return Integer.parseInt(property("server.port"));
    }

    public URI http() {
        return URI.create("http://" + SandboxPlan.HOST + ":" + httpPort());
    }

    /// A database of the service's own, whose role has the same name.
    public record Database(String name, String password) {
        /// Makes it on a server that runs; repeating that is harmless.
        public void provide(SandboxPostgres server) {
            server.provide(name, password);
        }
    }

    /// Empty where the service needs none.
    public Optional<Database> database() {
        return Optional.ofNullable(properties.get("spring.datasource.username"))
                .map(name -> new Database(name, property("spring.datasource.password")));
    }

    /// Answers 200 when the instance is ready to serve.
    public URI readiness() {
        return http().resolve("/actuator/health/ready");
    }

    public String property(String key) {
        String value = properties.get(key);
        if (value == null) {
            throw new IllegalArgumentException(name + " has no property " + key);
        }
        return value;
    }

    /// Writes the properties file and returns the arguments for the application class.
    public List<String> arguments(Path configDirectory) {
        Path file = configDirectory.resolve(name + ".properties");
        Properties sorted = new Properties();
        sorted.putAll(new TreeMap<>(properties));
        StringWriter text = new StringWriter();
        try {
            sorted.store(text, "written at each start; changes are lost");
            SandboxSecrets.OwnerFile.write(file, text.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        return List.of("--spring.config.additional-location=file:" + file);
    }

    /// Silent about the properties, some of which are secrets.
    @Override
    public String toString() {
        return "ServiceLaunch[" + name + ", " + applicationClass + ", wave " + wave + "]";
    }
}
