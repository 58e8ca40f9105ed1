package io.florin.sandbox.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/// A directory of this user on this machine for what is the same in every sandbox: PostgreSQL is unpacked once, which
/// takes longer than starting it. Root's home is closed to the user that runs the server for root, so root's is below
/// `/var/cache`; anybody else's is `florin` in `XDG_CACHE_HOME`, `~/.cache` without that. Whoever deletes it loses some
/// seconds.
public final class MachineCache {

    private static final Path OF_ROOT = Path.of("/var/cache/florin");

    private MachineCache() {}

    /// Empty where it cannot be made or written.
    public static Optional<Path> directory() {
        return "root".equals(System.getProperty("user.name")) ? usable(OF_ROOT) : usable(ofUser());
    }

    private static Path ofUser() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path parent = cache == null || !Path.of(cache).isAbsolute()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(cache);
        return parent.resolve("florin");
    }

    static Optional<Path> usable(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory);
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
            boolean own = Files.getOwner(directory).getName().equals(System.getProperty("user.name"));
            return own && Files.isWritable(directory) ? Optional.of(directory) : Optional.empty();
        } catch (IOException notHere) {
            return Optional.empty();
        }
    }
}
