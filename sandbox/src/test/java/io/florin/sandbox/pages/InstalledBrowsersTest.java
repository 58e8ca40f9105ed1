package io.florin.sandbox.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledBrowsersTest {

    @TempDir
    private Path folder;

    @Test
    void whatTheEnvironmentNamesComesFirstThenThePathThenTheUsualPlaces() throws Exception {
        Path usual = executable("usual/google-chrome");
        Path onPath = executable("bin/chromium");
        Path named = executable("elsewhere/my-browser");

        assertThat(InstalledBrowsers.find(
                        Map.of(
                                "FLORIN_BROWSER",
                                named.toString(),
                                "PATH",
                                folder.resolve("nowhere") + ":" + folder.resolve("bin")),
                        folder.resolve("usual").toString()))
                .containsExactly(named, onPath, usual);
    }

    @Test
    void oneBrowserOfManyNamesIsTriedOnce() throws Exception {
        Path chromium = executable("bin/chromium");
        Files.createSymbolicLink(folder.resolve("bin/chromium-browser"), chromium);

        assertThat(InstalledBrowsers.find(
                        Map.of("PATH", folder.resolve("bin").toString()),
                        folder.resolve("bin").toString()))
                .containsExactly(chromium);
    }

    @Test
    void foldersAndFilesThatCannotBeRunAreNone() throws Exception {
        Files.createDirectories(folder.resolve("bin/chromium"));
        Files.writeString(folder.resolve("bin/google-chrome"), "");

        assertThat(InstalledBrowsers.find(
                        Map.of("PATH", folder.resolve("bin").toString(), "FLORIN_BROWSER", "/nowhere/chrome"), ""))
                .isEmpty();
    }

    private Path executable(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.createFile(
                file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
}
