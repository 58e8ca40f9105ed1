package io.florin.runtime.app;

import io.florin.runtime.identity.NetworkMaterial;
import io.florin.runtime.identity.NetworkPlan;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;

/// The demonstration network in a directory of a test.
public final class TestNetwork {

    private TestNetwork() {}

    public static Path in(Path directory) {
        NetworkMaterial.create(NetworkPlan.demo("test-net"), directory, new SecureRandom(), Instant.now());
        return directory;
    }
}
