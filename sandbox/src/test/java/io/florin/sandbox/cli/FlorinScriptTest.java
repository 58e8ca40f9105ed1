package io.florin.sandbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.openings.adapter.VerifyOpening;
import io.florin.centralbank.officers.adapter.OfficerKeyTool;
import io.florin.testkit.Patience;
import io.florin.wallet.instant.adapter.VerifyPayment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs the script in a tree of its own, with a Java and a Maven that only say how they were called.
class FlorinScriptTest {
    @TempDir
    private Path directory;

    @Test
    void runsTheCommandWithTheJdkOfJavaHomeAfterBuildingOnce() throws Exception {
        Path home = tree();
        jdk("25.0.3");

        Result first = run(home, "status", "--data", "x");
        Result second = run(home, "status", "--data", "x");

        assertThat(first.output()).contains("Building Florin").contains("mvnw -q -B -ntp -DskipTests package");
        assertThat(second.output()).doesNotContain("Building Florin");
        assertThat(second.status()).isZero();
        assertThat(second.output())
                .contains("io.florin.sandbox.cli.FlorinCommand status --data x")
                .contains("--enable-native-access=ALL-UNNAMED")
                .contains("-XX:+ExitOnOutOfMemoryError")
                .contains("-Djdk.serialFilter=bftsmart.**;java.util.*;java.lang.*;java.net.*;java.security.*;!*");
    }

    @Test
    void buildsAgainWhenASourceIsNewer() throws Exception {
        Path home = tree();
        jdk("25.0.3");
        run(home, "status");
        Path source = home.resolve("sandbox/src/main/java/A.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, "class A {}");
        Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() + 5_000));

        assertThat(run(home, "status").output()).contains("Building Florin");
    }

    /// What was recorded before the last build is good for nothing.
    @Test
    void startsWithWhatWasRecordedSinceTheLastBuild() throws Exception {
        Path home = tree();
        jdk("25.0.3");
        assertThat(run(home, "up").output()).contains("after ./florin train").doesNotContain("-XX:AOTCache");
        Path recorded = Files.writeString(home.resolve("sandbox/target/florin.aot"), "recorded");
        Files.setLastModifiedTime(recorded, FileTime.fromMillis(System.currentTimeMillis() + 5_000));

        for (String command : List.of("up", "demo", "chaos")) {
            assertThat(run(home, command).output())
                    .contains("-XX:AOTCache=" + recorded)
                    .doesNotContain("./florin train");
        }
        assertThat(run(home, "status").output()).doesNotContain("AOTCache");

        Files.setLastModifiedTime(recorded, FileTime.fromMillis(0));
        assertThat(run(home, "demo").output()).contains("after ./florin train").doesNotContain("-XX:AOTCache");
    }

    @Test
    void saysWhatToDoWhenTheBuildFails() throws Exception {
        Path home = tree();
        jdk("25.0.3");
        executable(home.resolve("mvnw"), "exit 1");

        Result result = run(home, "status");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.output()).contains("florin: the build failed").doesNotContain("FlorinCommand");
    }

    @Test
    void givesHelpWithoutAJdkAndRefusesAnUnknownCommand() throws Exception {
        Path home = tree();

        assertThat(run(home, "help").status()).isZero();
        assertThat(run(home, "help").output()).contains("Usage: ./florin COMMAND");
        Result unknown = run(home, "nonsense");
        assertThat(unknown.status()).isEqualTo(1);
        assertThat(unknown.output()).contains("florin: no command is named 'nonsense'");
    }

    static List<String> everyCommand() throws IOException {
        return Pattern.compile("(?m)^  ([a-z-]+) ")
                .matcher(Files.readString(script()).replaceAll("(?s).*Usage:(.*?)Options of.*", "$1"))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /// Whichever way one asks: through the script, and through what it calls as far as that is in reach from here. The
    /// Java of the simulation, the benchmarks and the wallet has its part in tests of its own.
    @ParameterizedTest
    @MethodSource("everyCommand")
    void everyCommandSaysHowItIsCalled(String command) throws Exception {
        Path home = tree();
        jdk("25.0.3");
        for (String module : List.of("simulation", "benchmarks")) {
            Files.createDirectories(home.resolve(module));
        }
        executable(Files.createDirectories(directory.resolve("bin")).resolve("python3"), "echo fake-python \"$@\"");
        for (List<String> words : List.of(
                List.of(command, "--help"),
                List.of(command, "-h"),
                List.of(command, "help"),
                List.of("help", command))) {
            Result asked = run(home, words.toArray(String[]::new));
            assertThat(asked.status()).as("%s: %s", words, asked.output()).isZero();
            assertThat(answer(asked.output())).as("%s", words).isEqualTo(expected(command));
        }
    }

    private static String expected(String command) {
        return switch (command) {
            case "oracle" -> "fake-python oracle.py --help";
            case "simulate" -> "io.florin.simulation.cli.SimulateCommand --help";
            case "bench" -> "io.florin.benchmarks.BenchCommand --help";
            case "wallet" -> "io.florin.wallet.cli.WalletCommand --help";
            case "help", "train" -> "Usage: ./florin COMMAND [options]";
            default -> "Usage: florin " + command;
        };
    }

    /// How the answer begins, or what would give it.
    private static String answer(String output) {
        String last = output.lines().reduce("", (_, line) -> line);
        if (!last.startsWith("fake-")) {
            return output.lines().findFirst().orElse("");
        }
        String called = last.replaceAll(".* -cp \\S* ", "").replaceAll("/\\S*/", "");
        List<String> words = List.of(called.split(" "));
        String[] arguments = words.subList(1, words.size()).toArray(String[]::new);
        var bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        try {
            switch (words.getFirst()) {
                case "io.florin.sandbox.cli.FlorinCommand" ->
                    assertThat(FlorinCommand.commandLine()
                                    .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                                    .execute(arguments))
                            .isZero();
                case "io.florin.auditor.openings.adapter.VerifyOpening" ->
                    assertThat(VerifyOpening.run(List.of(arguments), out, out)).isZero();
                case "io.florin.wallet.instant.adapter.VerifyPayment" ->
                    assertThat(VerifyPayment.run(List.of(arguments), out, out)).isZero();
                case "io.florin.centralbank.officers.adapter.OfficerKeyTool" ->
                    OfficerKeyTool.run(List.of(arguments), out);
                default -> {
                    return called;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.UTF_8).replaceAll("(?s)^(Usage: florin [a-z-]+).*", "$1");
    }

    @Test
    void makesOfficersKeysWithTheCentralBanksTool() throws Exception {
        Path home = tree();
        jdk("25.0.3");

        assertThat(run(home, "officer-key", "create", "mine").output())
                .contains("io.florin.centralbank.officers.adapter.OfficerKeyTool create mine");
    }

    @Test
    void tellsTheWalletWhereTheNetworkOfADataDirectoryIs() throws Exception {
        Path home = tree();
        jdk("25.0.3");
        executable(
                directory.resolve("jdk/bin/java"),
                "echo fake-java \"${@: -2}\" committer=${FLORIN_COMMITTER:-} endorsers=${FLORIN_ENDORSERS:-}"
                        + " auditor=${FLORIN_AUDITOR:-} certifiers=${FLORIN_CERTIFIERS:-} path=${PATH:+kept}");
        Path data = Files.createDirectory(directory.resolve("my data"));
        Files.writeString(data.resolve("wallet.addresses"), """
            FLORIN_COMMITTER=http://127.0.0.1:1
            FLORIN_ENDORSERS=http://127.0.0.1:2,http://127.0.0.1:3
            FLORIN_AUDITOR=http://127.0.0.1:4
            FLORIN_CERTIFIERS=http://127.0.0.1:5,http://127.0.0.1:6
            PATH=
            """);

        assertThat(run(home, "wallet", "--data", data.toString(), "balance").output())
                .contains("io.florin.wallet.cli.WalletCommand balance committer=http://127.0.0.1:1"
                        + " endorsers=http://127.0.0.1:2,http://127.0.0.1:3 auditor=http://127.0.0.1:4"
                        + " certifiers=http://127.0.0.1:5,http://127.0.0.1:6 path=kept");
        assertThat(run(home, "wallet", "balance").output())
                .contains("WalletCommand balance committer= endorsers= auditor= certifiers= path=kept");
        Result elsewhere =
                run(home, "wallet", "--data", directory.resolve("none").toString(), "balance");
        assertThat(elsewhere.status()).isEqualTo(1);
        assertThat(elsewhere.output()).contains("no sandbox was started in").doesNotContain("fake-java");
    }

    /// A JDK of another version is passed over, for one of the machine or for the advice what to install.
    @Test
    void passesOverAnotherJavaVersion() throws Exception {
        Path home = tree();
        jdk("24.0.1");

        assertThat(run(home, "status").output()).doesNotContain("fake-java");
    }

    private Path tree() throws IOException {
        Path home = Files.createDirectory(directory.resolve("florin"));
        Files.copy(script(), home.resolve("florin"));
        Files.setPosixFilePermissions(home.resolve("florin"), PosixFilePermissions.fromString("rwxr-xr-x"));
        executable(
                home.resolve("mvnw"),
                "echo mvnw \"$@\"; mkdir -p sandbox/target/lib; touch sandbox/target/florin-sandbox-1.jar");
        return home;
    }

    private static Path script() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("florin"))) {
            folder = folder.resolve("..").normalize();
        }
        return folder.resolve("florin");
    }

    private void jdk(String version) throws IOException {
        Path bin = Files.createDirectories(directory.resolve("jdk/bin"));
        executable(bin.resolve("java"), "echo fake-java \"$@\"");
        executable(bin.resolve("javac"), "exit 0");
        Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"" + version + "\"\n");
    }

    private static void executable(Path file, String script) throws IOException {
        Files.writeString(file, "#!/usr/bin/env bash\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Result(int status, String output) {}

    private Result run(Path home, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(home.resolve("florin").toString()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(directory, "output", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
        builder.environment().put("HOME", directory.toString());
        builder.environment().compute("PATH", (_, path) -> directory.resolve("bin") + ":" + path);
        builder.environment().remove("FLORIN_NO_BUILD");
        Process process = builder.start();
        assertThat(process.waitFor(Patience.LIMIT)).isTrue();
        return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }
}
