package io.florin.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/// The end of a test that needs a tool which the build cannot bring and this machine does not have.
///
/// The test is skipped, and the last lines of the Maven run say why and what to do about it: the reason is left in a
/// file, which `io.florin.testkit.epilogue.ClosingLines` prints when Maven's process ends (a module whose tests come
/// here runs it by the execution `closing-lines` of the root pom). With `CI=true` in the environment nothing is
/// skipped: there a missing tool is a failure.
public final class MissingTool {

    /// Set by the root pom: one folder for all modules of a run.
    private static final String FOLDER = "florin.closing-lines";

    private MissingTool() {}

    /// Ends the running test: `throw MissingTool.of(…)`.
    ///
    /// @param tests what is skipped, e.g. `tests of the pages`; one note is kept for each
    /// @param reason why, on one line
    /// @param remedy what the reader does so that they run, on one line
    /// @return the skip, or with `CI=true` the failure
    public static RuntimeException of(String tests, String reason, String remedy) {
        return of("true".equals(System.getenv("CI")), folder(), tests, reason, remedy);
    }

    /// Ends a test that this machine is not made for, such as one of root's: skipped with its reason in the last lines,
    /// with `CI=true` too.
    public static RuntimeException otherMachine(String tests, String reason, String remedy) {
        return otherMachine(folder(), tests, reason, remedy);
    }

    static RuntimeException otherMachine(Path folder, String tests, String reason, String remedy) {
        return of(false, folder, tests, reason, remedy);
    }

    private static Path folder() {
        return Path.of(System.getProperty(FOLDER, "target/closing-lines"));
    }

    static RuntimeException of(boolean required, Path folder, String tests, String reason, String remedy) {
        if (required) {
            return new IllegalStateException("with CI=true nothing is skipped, and the " + tests + " cannot run: "
                    + reason + "; remedy: " + remedy);
        }
        String line = "Skipped: the " + tests + ": " + reason;
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve(tests.replaceAll("[^A-Za-z0-9]+", "-") + ".txt"),
                    line + "\nRemedy:  " + remedy + "\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new TestAbortedException(line + "; remedy: " + remedy);
    }
}
