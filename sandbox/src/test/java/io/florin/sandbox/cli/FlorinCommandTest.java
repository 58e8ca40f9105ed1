package io.florin.sandbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.ports.PortPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FlorinCommandTest {
    @TempDir
    private Path data;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void saysWhichPortIsTakenBeforeItStartsAnything() throws IOException {
        try (ServerSocket held = holdKafkaPort()) {
            int offset = held.getLocalPort() - PortPlan.BASE - 2;

            int status = run("up", "--port-offset", Integer.toString(offset));

            assertThat(status).isEqualTo(1);
            assertThat(err.toString())
                    .startsWith("Port " + held.getLocalPort() + " (kafka) is already in use.")
                    .doesNotContain("Exception");
            assertThat(data.resolve("postgres")).doesNotExist();
        }
    }

    @Test
    void reportsThatNothingRuns() {
        assertThat(run("status")).isEqualTo(3);
        assertThat(out.toString()).contains("committer-1").contains("stopped").doesNotContain("Demo logins");
    }

    @Test
    void stopsNothingWithoutComplaint() {
        assertThat(run("down")).isZero();
        assertThat(run("down")).isZero();
    }

    @Test
    void createsTheNetworkOnceAndShowsItAfterwards() {
        assertThat(run("genesis")).isZero();
        String created = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run("genesis")).isZero();

        assertThat(created).contains("Created network florin-sandbox");
        assertThat(out.toString()).doesNotContain("Created");
        assertThat(lastLine(out.toString())).startsWith("Network id ").isEqualTo(lastLine(created));
    }

    @Test
    void refusesAnUnknownCommandAndOption() {
        assertThat(run("nonsense")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run("up", "--nonsense")).isEqualTo(CommandLine.ExitCode.USAGE);
    }

    private int run(String... words) {
        List<String> arguments = new ArrayList<>(List.of(words));
        if (!words[0].equals("nonsense")) {
            arguments.addAll(List.of("--data", data.toString()));
        }
        return FlorinCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
    }

    private static String lastLine(String text) {
        return text.lines().reduce("", (before, line) -> line);
    }

    /// A listener on a port that is the Kafka port of some offset.
    private static ServerSocket holdKafkaPort() throws IOException {
        for (int offset = 9_000; offset < PortPlan.OFFSET_MAX; offset += 331) {
            ServerSocket socket = new ServerSocket();
            try {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), PortPlan.BASE + 2 + offset));
                return socket;
            } catch (BindException e) {
                socket.close();
            }
        }
        throw new IOException("no free port below the ephemeral range");
    }
}
