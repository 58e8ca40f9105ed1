package io.florin.sandbox.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// The page tests' entry in a JVM that sees no browser: none on its path, none in the usual places, and nowhere to
/// download one from.
class HiddenBrowsersIT {
    private static final String REMEDY = "apt-get install chromium";

    @TempDir
    private Path folder;

    @Test
    void pageTestsAreSkippedWithTheReasonAndTheRemedy() throws Exception {
        String said = run(Map.of());

        assertThat(said)
                .contains("ABORTED opensAPage", "ABORTED PageShapeIT")
                .doesNotContain("FAILED")
                .contains("no Chromium or Chrome")
                .contains(REMEDY);
        assertThat(note())
                .content()
                .startsWith("Skipped: the tests of the pages: no Chromium or Chrome")
                .contains("Playwright could not bring one")
                .containsPattern("\nRemedy: .*" + REMEDY);
    }

    @Test
    void withCiTheyFail() throws Exception {
        String said = run(Map.of("CI", "true"));

        assertThat(said)
                .contains("FAILED opensAPage", "FAILED PageShapeIT")
                .contains("no Chromium or Chrome")
                .contains(REMEDY);
        assertThat(note()).doesNotExist();
    }

    private Path note() {
        return folder.resolve("notes/tests-of-the-pages.txt");
    }

    private String run(Map<String, String> environment) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        ProcessBuilder child = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dflorin.browser.folders=",
                "-Dflorin.closing-lines=" + folder.resolve("notes"),
                "-cp",
                System.getProperty("java.class.path"),
                HiddenBrowsersIT.class.getName(),
                folder.toString());
        child.environment().keySet().removeAll(List.of("CI", "FLORIN_BROWSER", "CHROME_BIN", "CHROME_PATH"));
        child.environment().keySet().removeIf(name -> name.startsWith("PLAYWRIGHT_"));
        child.environment()
                .putAll(Map.of(
                        "PATH", folder.resolve("empty").toString(),
                        "HOME", folder.toString(),
                        "PLAYWRIGHT_BROWSERS_PATH", folder.resolve("browsers").toString(),
                        "PLAYWRIGHT_DOWNLOAD_HOST", "http://127.0.0.1:9"));
        child.environment().putAll(environment);
        Process process =
                child.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        if (!process.waitFor(Patience.LIMIT)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readString(output);
    }

    /// The other JVM: JUnit runs tests of the pages and every end is printed.
    public static void main(String[] arguments) {
        System.setProperty("florin.hidden-browsers", arguments[0]);
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(
                                        DiscoverySelectors.selectClass(OnePage.class),
                                        DiscoverySelectors.selectClass(PageShapeIT.class))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(
                                    TestIdentifier test, org.junit.platform.engine.TestExecutionResult result) {
                                System.out.println(result.getStatus() + " " + test.getDisplayName() + " "
                                        + result.getThrowable().map(Throwable::getMessage));
                            }
                        });
    }

    /// Not named `*IT`: only the other JVM runs it.
    static final class OnePage {
        @Test
        void opensAPage() {
            SandboxPlan plan = SandboxPlan.of(
                    new SandboxOptions(Path.of(System.getProperty("florin.hidden-browsers"), "data"), 0));
            try (ConsoleBrowser browser = new ConsoleBrowser(plan)) {
                assertThat(browser.window().title()).isEmpty();
            }
        }
    }
}
