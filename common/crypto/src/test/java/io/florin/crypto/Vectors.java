package io.florin.crypto;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads published vectors from the test resources.
public final class Vectors {
    private Vectors() {}

    public static JsonNode json(String name) {
        return JsonMapper.shared().readTree(bytes(name));
    }

    public static byte[] bytes(String name) {
        try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + name)) {
            if (in == null) {
                throw new IllegalArgumentException("no vectors " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
