package io.florin.sandbox.synced;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/// Lengths that each process has forced to the disk by Java's file channels, and the cut of a power failure there.
///
/// Seen are files that services write themselves: the consensus logs, vote logs and blocks of ordering parties, the
/// committer's decision log, the ledgers of one-time secrets. RocksDB and PostgreSQL write and force theirs in native
/// code, which this does not see: they stay as the killed process left them. A file that was never forced stays too,
/// since nothing tells it from one that somebody else wrote.
public final class SyncedLengths {
    private static final List<Class<?>> AGENT = List.of(SyncAgent.class, SyncRecorder.class);

    private final Path directory;
    private final Path jar;

    /// @param directory for the agent and its records
    public SyncedLengths(Path directory) {
        this.directory = directory;
        this.jar = directory.resolve("agent.jar");
    }

    /// Options of a JVM whose forces are recorded.
    ///
    /// @param process its name; records of processes that had it before are kept
    public List<String> options(String process) {
        return List.of("-javaagent:" + jar + "=" + record(process));
    }

    /// Writes the agent, once.
    public SyncedLengths prepared() {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", SyncAgent.class.getName());
        attributes.putValue("Boot-Class-Path", jar.getFileName().toString());
        attributes.putValue("Can-Retransform-Classes", "true");
        try {
            Files.createDirectories(directory);
            try (OutputStream file = Files.newOutputStream(jar);
                    JarOutputStream entries = new JarOutputStream(file, manifest)) {
                for (Class<?> each : AGENT) {
                    write(entries, each.getName().replace('.', '/'));
                    for (Class<?> nested : each.getDeclaredClasses()) {
                        write(entries, nested.getName().replace('.', '/'));
                    }
                }
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + jar, e);
        }
    }

    private static void write(JarOutputStream entries, String name) throws IOException {
        try (InputStream bytes =
                Objects.requireNonNull(SyncedLengths.class.getResourceAsStream("/" + name + ".class"), name)) {
            entries.putNextEntry(new JarEntry(name + ".class"));
            bytes.transferTo(entries);
            entries.closeEntry();
        }
    }

    private Path record(String process) {
        return directory.resolve(process + ".forced");
    }

    /// Cuts the files of an ended process back to what it, or one before it, has forced.
    ///
    /// @param files everything that it writes lies below
    /// @return what was cut, in words
    public List<String> cut(String process, Path files) {
        Map<String, Long> forced = new HashMap<>();
        List<String> cut = new ArrayList<>();
        try {
            if (!Files.exists(record(process)) || !Files.isDirectory(files)) {
                return List.of();
            }
            for (String line : Files.readAllLines(record(process), StandardCharsets.US_ASCII)) {
                String[] parts = line.split(" ", -1);
                if (parts.length == 2) {
                    forced.put(parts[0], Long.parseLong(parts[1]));
                }
            }
            List<Path> all;
            try (Stream<Path> found = Files.walk(files)) {
                all = found.filter(Files::isRegularFile).toList();
            }
            for (Path file : all) {
                Long length = forced.get(Files.getAttribute(file, "unix:ino").toString());
                if (length != null && Files.size(file) > length) {
                    cut.add(files.relativize(file) + " by " + (Files.size(file) - length) + " bytes");
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.truncate(length);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot cut the files of " + process, e);
        }
        return cut;
    }

    /// Number of times that a process has forced a file.
    public long forces(String process) {
        try {
            return Files.exists(record(process))
                    ? Files.readAllLines(record(process)).size()
                    : 0;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what " + process + " has forced", e);
        }
    }
}
