package io.florin.sandbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ceremony.KeyRecord;
import io.florin.identity.NodeSecrets;
import io.florin.ledger.NamespaceId;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CeremonyCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void passphrase() {
        SecretFiles.write(
                directory.resolve("passphrase"), ("ab".repeat(32) + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @ValueSource(strings = {"endorsement-frost", "endorsement-ecdsa"})
    void makesAKeyOfTheSchemeThatIsNamed(String purpose) {
        open("board", purpose, "endorser");
        String shown = everybody("board");
        KeyRecord record = NodeSecrets.record(directory.resolve("node-1"), new NamespaceId(1), 1)
                .orElseThrow();
        assertThat(shown).endsWith(" " + record.endorserGroup().groupKey().toHex());
        assertThat(record.charter().purpose()).isEqualTo(new PurposeConverter().convert(purpose));
        assertThat(record.endorserGroup().scheme().name())
                .isEqualToIgnoringCase(
                        switch (purpose) {
                            case "endorsement-frost" -> "FROST_ED25519";
                            default -> "ECDSA_P256";
                        });
    }

    @ParameterizedTest
    @CsvSource({"endorsement, endorser", "audit, audit-member"})
    void makesAKeyAndThenNewSharesOfItByCommands(String purpose, String holder) throws IOException {
        open("board", purpose, holder);
        String key = everybody("board");
        KeyRecord record = NodeSecrets.record(directory.resolve("node-1"), new NamespaceId(1), 1)
                .orElseThrow();
        assertThat(key)
                .endsWith(" "
                        + (purpose.equals("audit")
                                ? record.auditKey().point().toHex()
                                : record.endorserGroup().groupKey().toHex()));
        byte[] share = Files.readAllBytes(directory.resolve("node-2/share-1.key"));

        assertThat(node(3, "refresh", "next")).isZero();
        assertThat(out.toString()).contains("New shares for " + holder + "s of net, namespace 1, epoch 1: 2 of 3");
        assertThat(everybody("next")).isEqualTo(key);
        assertThat(Files.readAllBytes(directory.resolve("node-2/share-1.key"))).isNotEqualTo(share);
        assertThat(Files.exists(directory.resolve("node-2/share-1-before.key"))).isEqualTo(purpose.equals("audit"));
    }

    @Test
    void wrapsTheKeysThatLieOpenAndStillKnowsThem() throws IOException {
        String node = path("endorser-2");
        String[] keys = {"--node", node, "--passphrase-file", path("passphrase"), "--network", "net"};
        assertThat(run("ceremony", "identity", "--node", node)).isZero();
        assertThat(run("ceremony", "tls-key", "--node", node)).isZero();
        String known = out.toString().lines().findFirst().orElseThrow();
        out.getBuffer().setLength(0);

        assertThat(ceremony("protect", keys)).isZero();
        assertThat(ceremony("protect", keys)).isZero();
        assertThat(ceremony("identity", keys)).isZero();

        assertThat(out.toString().lines()).containsExactly("identity.key", "tls.key", "nothing lay open", known);
        assertThat(directory.resolve("endorser-2/identity.key")).content().contains("FLORIN WRAPPED KEY");
        assertThat(run("ceremony", "identity", "--node", node)).isEqualTo(1);
        assertThat(err.toString()).contains("is wrapped: say of which network it is");
    }

    private int ceremony(String command, String... options) {
        List<String> all = new ArrayList<>(List.of("ceremony", command));
        all.addAll(List.of(options));
        return run(all.toArray(String[]::new));
    }

    @Test
    void saysInALineWhatCannotBe() {
        assertThat(node(1, "join", "board")).isEqualTo(1);
        assertThat(err.toString()).startsWith("no ceremony is open").doesNotContain("\tat ");
        open("board", "endorsement", "endorser");
        assertThat(node(1, "join", "board")).isZero();
        err.getBuffer().setLength(0);
        assertThat(node(1, "finish", "board")).isEqualTo(1);
        assertThat(err.toString()).contains("the key does not stand yet", "participant 2 (endorser-2)");
        err.getBuffer().setLength(0);
        assertThat(run(
                        "ceremony",
                        "open",
                        "--board",
                        path("other"),
                        "--network",
                        "net",
                        "--purpose",
                        "endorsement",
                        "--threshold",
                        "3",
                        "1=" + identity(1),
                        "2=" + identity(2)))
                .isEqualTo(1);
        assertThat(err.toString()).startsWith("This cannot be proposed: no threshold of 3 among 2");
    }

    @Test
    void makesWhatOneOrganisationNeedsAndAGenesisOfPublicKeysOnly() throws IOException {
        assertThat(run(
                        "ceremony",
                        "credential",
                        "--node",
                        path("registration-1"),
                        "--network",
                        "net",
                        "--passphrase-file",
                        path("passphrase")))
                .as(err.toString())
                .isZero();
        assertThat(out.toString().strip()).matches("[0-9a-f]{192}");
        assertThat(run("ceremony", "tls-key", "--node", path("registration-1"))).isZero();
        assertThat(run("ceremony", "authority", "--network", "net", "--authority", path("ca")))
                .isZero();
        assertThat(certify("registration")).as(err.toString()).isZero();
        assertThat(directory.resolve("registration-1/tls.pem")).exists();
        assertThat(certify("regestration")).isEqualTo(1);
        assertThat(err.toString()).contains("No role is named regestration");
        err.getBuffer().setLength(0);
        Files.createDirectories(directory.resolve("public"));
        assertThat(run("genesis", "--from", path("public"))).isEqualTo(1);
        assertThat(err.toString()).contains("there is no", "network.properties").doesNotContain("\tat ");
    }

    private int certify(String role) {
        return run(
                "ceremony",
                "certify",
                "--network",
                "net",
                "--authority",
                path("ca"),
                "--role",
                role,
                "--id",
                "1",
                path("registration-1/tls.pub"));
    }

    private void open(String board, String purpose, String holder) {
        List<String> command = new ArrayList<>(List.of(
                "ceremony",
                "open",
                "--board",
                path(board),
                "--network",
                "net",
                "--purpose",
                purpose,
                "--threshold",
                "2"));
        for (int index = 1; index <= 3; index++) {
            command.add(index + "=" + identity(index));
        }
        assertThat(run(command.toArray(String[]::new))).as(err.toString()).isZero();
        assertThat(out.toString()).contains("A fresh key for " + holder + "s of net, namespace 1, epoch 1: 2 of 3");
    }

    /// The key as all three show it at the end.
    private String everybody(String board) {
        int stands = 0;
        for (int turn = 0; turn < 7 && stands < 3; turn++) {
            stands = 0;
            for (int index = 1; index <= 3; index++) {
                out.getBuffer().setLength(0);
                assertThat(node(index, turn == 0 ? "join" : "round", board))
                        .as(err.toString())
                        .isZero();
                stands += out.toString().contains("The key stands") ? 1 : 0;
            }
        }
        List<String> keys = new ArrayList<>();
        for (int index = 1; index <= 3; index++) {
            out.getBuffer().setLength(0);
            assertThat(node(index, "finish", board)).as(err.toString()).isZero();
            keys.addAll(Arrays.stream(out.toString().split("\n"))
                    .filter(line -> line.startsWith("Key of the group "))
                    .toList());
        }
        assertThat(keys).hasSize(3).containsOnly(keys.getFirst());
        return keys.getFirst();
    }

    private String identity(int index) {
        out.getBuffer().setLength(0);
        assertThat(run("ceremony", "identity", "--node", path("node-" + index))).isZero();
        return out.toString().strip();
    }

    private int node(int index, String command, String board) {
        return run(
                "ceremony",
                command,
                "--board",
                path(board),
                "--node",
                path("node-" + index),
                "--passphrase-file",
                path("passphrase"));
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private int run(String... arguments) {
        CommandLine commandLine = FlorinCommand.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }
}
