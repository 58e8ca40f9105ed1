package io.florin.sandbox.openapi;

import io.florin.runtime.internal.NodeRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The descriptions of the public interfaces in `docs/openapi`, and what the services say of themselves. Keys are
/// sorted, so that only a change of the interface is a change of the file.
public final class OpenApiFiles {
    private static final Path DIRECTORY = Path.of("../docs/openapi");
    /// The files name the issuer of a sandbox whose ports are not moved.
    private static final String SANDBOX_ISSUER = "http://127.0.0.1:17000";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private OpenApiFiles() {}

    /// Ordering parties talk to nobody outside the house.
    public static boolean describes(NodeRole role) {
        return role != NodeRole.ORDERING;
    }

    public static Path fileOf(NodeRole role) {
        return DIRECTORY.resolve(role.label() + "-service.json");
    }

    /// Description by the running service.
    public static String served(URI service) {
        String raw = RestClient.create()
                .get()
                .uri(service.resolve("/v3/api-docs"))
                .retrieve()
                .body(String.class);
        return normal(Objects.requireNonNull(raw));
    }

    /// Description in the file; with `-Dflorin.write=true` the file is written first.
    public static String described(NodeRole role, URI service) {
        Path file = fileOf(role);
        try {
            if (Boolean.getBoolean("florin.write")) {
                Files.createDirectories(DIRECTORY);
                Files.writeString(file, served(service));
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the description cannot be read: " + file, e);
        }
    }

    private static String normal(String raw) {
        JsonNode tree = JSON.readTree(raw);
        if (!tree.path("openapi").asString("").startsWith("3.1")) {
            throw new IllegalStateException("not OpenAPI 3.1: " + tree.path("openapi"));
        }
        String described = JSON.writeValueAsString(JSON.treeToValue(tree, Object.class)) + "\n";
        return described.replaceAll("http://127\\.0\\.0\\.1:\\d+(?=/oauth2/token)", SANDBOX_ISSUER);
    }
}
