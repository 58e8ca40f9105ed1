package io.florin.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The files of a source tree, as paths relative to its root, in a fixed order.
final class SourceTree {

    private static final Set<String> NOT_SOURCE = Set.of(".git", ".idea", ".vscode", ".florin", "target");

    private SourceTree() {}

    /// The tree this module is built in: the nearest folder above that has the Maven wrapper.
    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("no mvnw above " + Path.of("").toAbsolutePath());
            }
        }
        return folder;
    }

    static List<Path> files(Path root) {
        return Files.exists(root.resolve(".git")) ? tracked(root) : all(root);
    }

    private static List<Path> tracked(Path root) {
        try {
            Process git = new ProcessBuilder("git", "ls-files", "-z")
                    .directory(root.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (git.waitFor() != 0) {
                return all(root);
            }
            // a file that is deleted but not yet committed is still in the index
            return Stream.of(names.split("\0"))
                    .filter(name -> !name.isEmpty())
                    .map(Path::of)
                    .filter(file -> Files.isRegularFile(root.resolve(file)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return all(root); // no Git on this machine
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Git listed the files", e);
        }
    }

    private static List<Path> all(Path root) {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .filter(SourceTree::isSource)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + root, e);
        }
    }

    private static boolean isSource(Path file) {
        for (Path part : file) {
            if (NOT_SOURCE.contains(part.toString())) {
                return false;
            }
        }
        return true;
    }
}
