package io.florin.sandbox.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Optional;

/// A pid with the start time of its process, so that a reused pid is never mistaken for ours and never killed.
record PidFile(long pid, Instant startedAt) {
    static PidFile of(ProcessHandle handle) {
        return new PidFile(handle.pid(), startOf(handle));
    }

    void write(Path file) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(partial, pid + "\n" + startedAt + "\n", StandardCharsets.UTF_8);
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static Optional<PidFile> read(Path file) throws IOException {
        try {
            var lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            if (lines.size() < 2) {
                throw new IOException("not a pid file: " + file);
            }
            return Optional.of(new PidFile(Long.parseLong(lines.get(0)), Instant.parse(lines.get(1))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            throw new IOException("not a pid file: " + file, e);
        }
    }

    /// The live process that this file names, if it is still the same one.
    Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid)
                .filter(PidFile::isRunning)
                .filter(handle -> startOf(handle).equals(startedAt));
    }

    /// Whether the process runs. A process that has ended but whose parent has not collected it is not running; in a
    /// container whose first process collects nothing it would otherwise look alive for ever.
    static boolean isRunning(ProcessHandle handle) {
        if (!handle.isAlive()) {
            return false;
        }
        try {
            String stat =
                    Files.readString(Path.of("/proc", Long.toString(handle.pid()), "stat"), StandardCharsets.UTF_8);
            int afterName = stat.lastIndexOf(") ");
            return afterName < 0 || stat.charAt(afterName + 2) != 'Z';
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return handle.isAlive();
        }
    }

    private static Instant startOf(ProcessHandle handle) {
        return handle.info().startInstant().orElse(Instant.EPOCH);
    }
}
