package io.florin.sandbox.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// PostgreSQL unpacked once for all tests of this module: unpacking takes longer than starting the server.
public final class SharedBinaries {
    static final Path PLACE = Path.of("target", "postgres-binaries");

    private SharedBinaries() {}

    /// Makes the binaries of this sandbox, which was not started yet, the shared ones.
    public static Path in(Path dataDirectory) throws IOException {
        Files.createDirectories(PLACE);
        Files.createSymbolicLink(dataDirectory.resolve("binaries"), PLACE.toAbsolutePath());
        return dataDirectory;
    }
}
