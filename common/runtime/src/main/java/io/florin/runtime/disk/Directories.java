package io.florin.runtime.disk;

import io.florin.runtime.Failure;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Directories whose entries must survive a crash as well as the files' content.
public final class Directories {

    private Directories() {}

    /// Only its owner can look into it.
    public static Path create(Path directory) {
        SecretFiles.createDirectory(directory);
        return directory;
    }

    /// New and renamed entries of the directory are on disk.
    public static void force(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException broken) {
            throw new Failure("directory cannot be forced to disk: " + directory, broken);
        }
    }

    /// Puts a complete, forced file in the place of another one.
    public static void replace(Path fresh, Path file) {
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException broken) {
            throw new Failure("file cannot be replaced: " + file, broken);
        }
        force(file.resolveSibling("."));
    }
}
