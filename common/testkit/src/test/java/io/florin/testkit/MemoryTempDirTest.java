package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryTempDirTest {

    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    @TempDir
    private Path memory;

    @Test
    void isWhereThereIsRoom() throws IOException {
        Path made = new MemoryTempDir(memory, 1).create();
        assertThat(made).isEmptyDirectory().hasParent(memory);
    }

    @Test
    void isWithTheTemporaryFilesWhereThereIsNone() throws IOException {
        for (var full : new MemoryTempDir[] {
            new MemoryTempDir(memory, Long.MAX_VALUE), new MemoryTempDir(memory.resolve("missing"), 1)
        }) {
            Path made = full.create();
            assertThat(made).isEmptyDirectory().hasParent(TEMPORARY);
            Files.delete(made);
        }
    }
}
