package io.florin.sandbox.pages;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Chromium and Chrome on this machine: what the environment names, then what lies on the `PATH`, then the places where
/// packages put them.
final class InstalledBrowsers {
    /// The environment's names for an executable, the first our own, the others known from other tools.
    private static final List<String> VARIABLES = List.of("FLORIN_BROWSER", "CHROME_BIN", "CHROME_PATH");

    private static final List<String> NAMES = List.of(
            "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "chrome-headless-shell");
    /// Folders, separated as on the `PATH`, in the place of the usual ones; a test hides them with an empty one.
    private static final String FOLDERS = "florin.browser.folders";

    private static final String USUAL = String.join(
            File.pathSeparator,
            "/usr/bin",
            "/usr/local/bin",
            "/snap/bin",
            "/opt/google/chrome",
            "/opt/chromium",
            "/opt/chrome",
            "/usr/lib/chromium",
            "/usr/lib/chromium-browser",
            "/usr/lib64/chromium-browser");

    private InstalledBrowsers() {}

    static Set<Path> find() {
        return find(System.getenv(), System.getProperty(FOLDERS, USUAL));
    }

    /// @param folders the usual ones, separated as on the `PATH`
    /// @return executables, the most wanted first, each once although many names lead to it
    static Set<Path> find(Map<String, String> environment, String folders) {
        Stream<Path> named = VARIABLES.stream()
                .map(variable -> environment.getOrDefault(variable, ""))
                .filter(value -> !value.isBlank())
                .map(Path::of);
        Stream<Path> lying = Stream.of(environment.getOrDefault("PATH", ""), folders)
                .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)));
        Set<Path> found = new LinkedHashSet<>();
        Set<Path> targets = new LinkedHashSet<>();
        Stream.concat(named, lying)
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .forEach(file -> {
                    if (targets.add(target(file))) {
                        found.add(file);
                    }
                });
        return found;
    }

    private static Path target(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException unreadable) {
            return file;
        }
    }
}
