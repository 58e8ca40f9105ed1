package io.florin.ledger.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// docs/crypto/pitfalls.md names a test for every pitfall, and each of these tests exists.
final class PitfallsTest {
    private static final int PITFALLS = 33;
    private static final Pattern ROW = Pattern.compile("^\\| (\\d+) \\|.*\\|([^|]*)\\|$");
    private static final Pattern REFERENCE = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Set<String> SKIPPED = Set.of("target", "main", ".git", "node_modules", ".florin");

    @Test
    void everyPitfallHasATestThatExists() throws IOException {
        Path root = Path.of("../..").toAbsolutePath().normalize();
        Map<String, String> tests = testClasses(root);
        List<Integer> numbers = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String line : Files.readAllLines(root.resolve("docs/crypto/pitfalls.md"))) {
            Matcher row = ROW.matcher(line);
            if (!row.matches()) {
                continue;
            }
            numbers.add(Integer.valueOf(row.group(1)));
            List<String> references = new ArrayList<>();
            Matcher reference = REFERENCE.matcher(row.group(2));
            while (reference.find()) {
                references.add(reference.group());
                if (!tests.getOrDefault(reference.group(1), "").contains("void " + reference.group(2) + "(")) {
                    missing.add(row.group(1) + ": " + reference.group());
                }
            }
            assertThat(references).as("pitfall %s", row.group(1)).isNotEmpty();
        }
        assertThat(missing).isEmpty();
        assertThat(numbers).isEqualTo(IntStream.rangeClosed(1, PITFALLS).boxed().toList());
    }

    private static Map<String, String> testClasses(Path root) throws IOException {
        Map<String, String> sources = new HashMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                Path name = directory.getFileName();
                return !directory.equals(root) && SKIPPED.contains(name.toString())
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
        return sources;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
