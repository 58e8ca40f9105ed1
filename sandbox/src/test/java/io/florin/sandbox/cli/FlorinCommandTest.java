package io.florin.sandbox.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.sandbox.ports.PortPlan;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
        // who only looks takes nothing that others need
        assertThat(data.resolve("lock")).doesNotExist();
    }

    /// `florin status` in another terminal holds the lock for a moment.
    @Test
    void waitsForALockThatIsHeldForAMoment() throws Exception {
        try (FileChannel other =
                FileChannel.open(data.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FileLock held = other.lock();
            Future<Integer> down = CompletableFuture.supplyAsync(() -> run("down"));
            assertThatThrownBy(() -> down.get(150, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            held.release();

            assertThat(down.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isZero();
        }
    }

    @Test
    void stopsNothingWithoutComplaint() {
        assertThat(run("down")).isZero();
        assertThat(run("down")).isZero();
    }

    @Test
    void stopsNothingUnderADemoAndSaysThatOneRuns() throws IOException {
        try (FileChannel demo =
                FileChannel.open(data.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            demo.lock();

            assertThat(run("down")).isEqualTo(1);
            assertThat(run("status")).isEqualTo(3);
        }

        assertThat(err.toString())
                .startsWith("A demo, or another `florin up` or `florin down`, is at work in " + data)
                .contains("Ctrl-C")
                .doesNotContain("Exception");
        assertThat(out.toString()).contains("A command is at work in " + data);
    }

    @Test
    void warnsOfANetworkWhosePaymentsNoAuditorSees() {
        NetworkMaterial.create(
                NetworkPlan.demo("florin-sandbox").withAudit(AuditPolicy.NEVER),
                data.resolve("network"),
                new SecureRandom(),
                Instant.now());

        assertThat(run("genesis")).isZero();

        assertThat(out.toString()).contains("WARNING: Audit policy NEVER: no payment of FLN, however large, waits");
    }

    @Test
    void createsTheNetworkOnceAndShowsItAfterwards() {
        assertThat(run("genesis")).isZero();
        String created = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run("genesis")).isZero();

        assertThat(created).contains("Created network florin-sandbox").doesNotContain("WARNING");
        assertThat(out.toString()).doesNotContain("Created");
        assertThat(lastLine(out.toString())).startsWith("Network id ").isEqualTo(lastLine(created));
        // what it is, it stays
        for (String[] same : new String[][] {{}, {"--privacy", "clear"}, {"--endorsement", "bls"}}) {
            demo(same);
            assertThat(out.toString()).contains("No sabotage is called nonsense.");
        }
        demo("--endorsement", "ecdsa");
        assertThat(err.toString()).contains("sign by BLS_G1, 2 of them; choose another directory with --data.");
        demo("--privacy", "unlinkable");
        assertThat(err.toString()).contains("is clear; choose another directory with --data.");
    }

    @Test
    void refusesAnUnknownCommandAndOption() {
        assertThat(run("nonsense")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run("up", "--nonsense")).isEqualTo(CommandLine.ExitCode.USAGE);
    }

    /// An unknown sabotage ends the demo before it starts anything, when everything else is understood.
    @Test
    void takesEachModelAndSchemeOfTheDemoAndNoOther() {
        for (String model : List.of("clear", "anonymous", "Confidential", "UNLINKABLE")) {
            assertThat(demo("--privacy", model)).as(model).isEqualTo(1);
            assertThat(out.toString()).contains("No sabotage is called nonsense.");
        }
        for (String scheme : List.of("bls", "frost", "ecdsa", "ecdsa-5of5")) {
            assertThat(demo("--endorsement", scheme)).as(scheme).isEqualTo(1);
            assertThat(out.toString()).contains("No sabotage is called nonsense.");
        }
        assertThat(demo("--privacy", "opaque")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("There are: clear, anonymous, confidential, unlinkable");
        assertThat(demo("--endorsement", "ecdsa-4of5")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("There are: bls, frost, ecdsa, ecdsa-5of5");
        assertThat(demo("--rail", "--people", "20")).isEqualTo(1);
        assertThat(out.toString()).contains("No sabotage is called nonsense.");
        assertThat(demo("--rail", "--people", "19")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("--rail needs at least 20 people");
        assertThat(demo("--audit", "strict")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(demo("--audit", "passive")).isEqualTo(1);
        assertThat(err.toString()).contains("What is in the clear needs no passive audit");
        assertThat(demo("--privacy", "anonymous", "--audit", "passive")).isEqualTo(1);
        assertThat(out.toString()).contains("No sabotage is called nonsense.");
    }

    private int demo(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of("demo", "--sabotage", "nonsense"));
        arguments.addAll(List.of(words));
        return run(arguments.toArray(String[]::new));
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
