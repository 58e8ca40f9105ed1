package io.florin.instant.authority.adapter;

import io.florin.runtime.Failure;
import io.florin.runtime.disk.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file beside the journals that says that they are an older copy. It outlives restarts: the others who know may be
/// away at the next one.
final class RestoredMark {

    private static final String NAME = "restored";

    private final Path file;

    RestoredMark(Path directory) {
        Directories.create(directory);
        this.file = directory.resolve(NAME);
    }

    boolean isSet() {
        return Files.exists(file);
    }

    /// @throws Failure if it cannot be written
    void set() {
        if (isSet()) {
            return;
        }
        try {
            Files.createFile(file);
            Directories.force(file.resolveSibling("."));
        } catch (IOException broken) {
            throw new Failure("cannot be written: " + file, broken);
        }
    }
}
