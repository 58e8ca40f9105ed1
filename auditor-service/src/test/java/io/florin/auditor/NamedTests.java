package io.florin.auditor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Tests of all modules by name, as documents name them: `Class#method`.
final class NamedTests {
    private static final Set<String> SKIPPED = Set.of("target", "main", ".git", "node_modules", ".florin");
    private static final List<String> TESTS = List.of("@Test", "@ParameterizedTest", "@RepeatedTest", "@Seeded");

    private final Map<String, String> sources;

    /// @param sources by simple name of the class
    NamedTests(Map<String, String> sources) {
        this.sources = sources;
    }

    static NamedTests under(Path root) throws IOException {
        Map<String, String> sources = new HashMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return !directory.equals(root)
                                && SKIPPED.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith("Test.java") || name.endsWith("IT.java")) {
                    sources.merge(name.substring(0, name.length() - ".java".length()), read(file), String::concat);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return new NamedTests(sources);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Why this names no test that runs; empty when it does.
    Optional<String> flaw(String reference) {
        String[] parts = reference.split("#", -1);
        if (parts.length != 2) {
            return Optional.of("not of the form Class#method");
        }
        String source = sources.get(parts[0]);
        if (source == null) {
            return Optional.of("no such class");
        }
        String heading = source.substring(0, Math.max(0, source.indexOf("class " + parts[0])));
        if (heading.contains("@Disabled")) {
            return Optional.of("its class is disabled");
        }
        List<String> lines = source.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("    void " + parts[1] + "(")) {
                return flawOf(annotations(lines, i));
            }
        }
        return Optional.of("no such method");
    }

    private static Optional<String> flawOf(String annotations) {
        if (annotations.contains("@Disabled")) {
            return Optional.of("disabled");
        }
        return TESTS.stream().anyMatch(annotations::contains) ? Optional.empty() : Optional.of("not a test");
    }

    /// What stands between the member before and the method.
    private static String annotations(List<String> lines, int method) {
        int first = method;
        while (first > 0
                && !lines.get(first - 1).isBlank()
                && !lines.get(first - 1).equals("    }")) {
            first--;
        }
        return String.join("\n", lines.subList(first, method));
    }
}
