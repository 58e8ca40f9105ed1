package io.florin.sandbox.plan;

import java.nio.file.Path;

/// What the person at the command line may choose.
public record SandboxOptions(Path dataDirectory, int portOffset) {
    public SandboxOptions {
        dataDirectory = dataDirectory.toAbsolutePath().normalize();
    }
}
