package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs this build's Maven once, offline, over modules that each break a rule of the root pom, and reads what it said.
final class BuildRulesIT {

    private static String log = "";

    @BeforeAll
    static void runMaven(@TempDir Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve("maven.log");
        ProcessBuilder maven = new ProcessBuilder(
                Path.of(System.getProperty("florin.test.maven.home"), "bin", "mvn")
                        .toString(),
                "-B",
                "-o",
                "-Dstyle.color=never",
                "--fail-at-end",
                "-Dmaven.repo.local=" + System.getProperty("florin.test.maven.repository"),
                "-Dmaven.repo.local.tail=" + System.getProperty("florin.test.maven.repository.tail", ""),
                "-Dclosing.lines=" + folder.resolve("closing-lines"),
                "test");
        maven.directory(Path.of("src/test/planted/build").toAbsolutePath().toFile());
        maven.environment().keySet().removeAll(List.of("MAVEN_BASEDIR", "MAVEN_PROJECTBASEDIR", "MAVEN_ARGS", "CI"));
        maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
        maven.redirectErrorStream(true).redirectOutput(output.toFile());
        Process process = maven.start();
        if (!process.waitFor(Patience.LIMIT)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("Maven did not end:\n" + Files.readString(output));
        }
        log = Files.readString(output);
        assertThat(process.exitValue()).as(log).isNotZero();
    }

    @Test
    void aServiceThatRefersToAnotherIsRefused() {
        assertThat(failureOf("service-edge"))
                .contains("io.florin:other-service")
                .contains("banned");
    }

    @Test
    void lombokIsRefused() {
        assertThat(failureOf("uses-lombok"))
                .contains("org.projectlombok:lombok")
                .contains("banned");
    }

    @Test
    void aMockingLibraryIsRefused() {
        assertThat(failureOf("uses-mocks")).contains("org.mockito:mockito-core").contains("banned");
    }

    @Test
    void springIsRefusedLowInTheLine() throws IOException {
        assertThat(failureOf("spring-low-down"))
                .contains("org.springframework:spring-core")
                .contains("banned");

        String setting = "<house.forbidden.frameworks>org.springframework*:*:*:*:compile<";
        assertThat(Path.of("../crypto/pom.xml")).content().contains(setting);
        assertThat(Path.of("../ledger/pom.xml")).content().contains(setting);
    }

    @Test
    void aModuleThatRunsTheServicesMayReferToThem() {
        assertThat(log).containsPattern("runs-services [^\n]*SUCCESS");
    }

    @Test
    void nullsAndLikelyErrorsAreRefusedByTheCompiler() {
        assertThat(log)
                .containsPattern("ForgetsNull.java:\\[\\d+,\\d+\\] .*\\[NullAway\\]")
                .containsPattern("ForgetsToThrow.java:\\[\\d+,\\d+\\] .*\\[DeadException\\]");
        assertThat(failureOf("careless")).contains("Compilation failure");
    }

    @Test
    void aWarningIsRefusedByTheCompiler() {
        assertThat(log).containsPattern("UsesRawTypes.java:\\[\\d+,\\d+\\] .*found raw type");
        assertThat(failureOf("warned")).contains("-Werror");
    }

    @Test
    void aModuleWhoseTestsAreNotFoundIsRefused() {
        assertThat(failureOf("untested")).contains("No tests");
    }

    @Test
    void whyATestWasSkippedAndWhatToDoAreTheLastLinesOfTheRun() {
        assertThat(log).containsPattern("lacks-a-tool [^\n]*SUCCESS");
        assertThat(log).endsWith("""

            Skipped: the test of the planted module: no stone was found
            Remedy:  read more old books
            """);
    }

    /// Maven's report at the end, from the goal that failed on the module to the next goal.
    private static String failureOf(String module) {
        Matcher failure = Pattern.compile(
                        "Failed to execute goal [^\\n]* on project " + module + ":.*?(?=Failed to execute goal|\\z)",
                        Pattern.DOTALL)
                .matcher(log);
        assertThat(failure.find()).as("no failure of %s in %s", module, log).isTrue();
        return failure.group();
    }
}
