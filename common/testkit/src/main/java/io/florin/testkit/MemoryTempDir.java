package io.florin.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/// Directories of tests in memory where the machine has room for them, otherwise where temporary files are. Services
/// force what they write to the disk before they go on; tests see the same calls and files, and wait for no disk.
///
/// A module has it by `junit.jupiter.tempdir.factory.default` in its `junit-platform.properties`.
public final class MemoryTempDir implements TempDirFactory {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ROOM_BYTES = 2L << 30;
    private static final String PREFIX = "junit-";

    private final Path memory;
    private final long roomBytes;

    public MemoryTempDir() {
        this(MEMORY, ROOM_BYTES);
    }

    /// @param roomBytes that must be free there
    MemoryTempDir(Path memory, long roomBytes) {
        this.memory = memory;
        this.roomBytes = roomBytes;
    }

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        return create();
    }

    Path create() throws IOException {
        boolean hasRoom = Files.isWritable(memory) && Files.getFileStore(memory).getUsableSpace() >= roomBytes;
        return hasRoom ? Files.createTempDirectory(memory, PREFIX) : Files.createTempDirectory(PREFIX);
    }
}
