package io.florin.sandbox.plan;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
/// @param wave instances of a lower wave are ready before this one starts; those of one wave start together
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
