package io.florin.sandbox.cli;

import io.florin.ceremony.AuditKeys;
import io.florin.ceremony.CeremonySpec;
import io.florin.ceremony.Purpose;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.ps.PsKeys;
import io.florin.identity.KeyProperties;
import io.florin.identity.NodeSecrets;
import io.florin.identity.OwnMaterial;
import io.florin.identity.seat.BulletinBoard;
import io.florin.identity.seat.CeremonyParticipant;
import io.florin.identity.seat.Progress;
import io.florin.ledger.NamespaceId;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.run.SandboxException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// Key ceremonies between organisations: each runs these commands on its own machine, and they share or copy the files
/// of one board directory.
@Command(
        name = "ceremony",
        subcommands = HelpCommand.class,
        description = "Makes a threshold key with others, or new shares of one, by exchanging the files of a board"
                + " directory.")
final class CeremonyCommand implements Runnable {
    private static final SecureRandom RANDOM = new SecureRandom();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /// Place of the node's keys, and what opens them.
    static final class NodeOptions {
        @Option(names = "--node", required = true, paramLabel = "DIR", description = "This node's own directory.")
        private Path node = Path.of(".");

        @Option(
                names = "--passphrase-file",
                paramLabel = "FILE",
                description = "File whose first line unwraps this node's keys; else FLORIN_KEYS_PASSPHRASE.")
        private @Nullable Path passphraseFile;

        @Option(
                names = "--pkcs11",
                paramLabel = "FILE",
                description =
                        "SunPKCS11 configuration of a token that wraps instead; its PIN is FLORIN_KEYS_PKCS11_PIN.")
        private @Nullable Path token;

        @Option(
                names = "--pkcs11-alias",
                paramLabel = "NAME",
                defaultValue = "florin",
                description = "Label of the AES key in the token (default: ${DEFAULT-VALUE}).")
        private String alias = "florin";

        Path node() {
            return node;
        }

        KeyProperties keys() {
            Map<String, String> environment = System.getenv();
            @Nullable Path configuration = token;
            KeyProperties.@Nullable Pkcs11 pkcs11 = configuration == null
                    ? null
                    : new KeyProperties.Pkcs11(
                            configuration, environment.getOrDefault("FLORIN_KEYS_PKCS11_PIN", ""), alias);
            return new KeyProperties(environment.get("FLORIN_KEYS_PASSPHRASE"), passphraseFile, pkcs11);
        }
    }

    @Option(
            names = "--board",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "The directory that all participants share.")
    private @Nullable Path board;

    private Path board() {
        @Nullable Path given = board;
        if (given == null) {
            throw new SandboxException("Say which board: --board DIR");
        }
        return given;
    }

    @Command(description = "Shows this node's identity key, which the others need; makes it if there is none.")
    void identity(
            @Mixin NodeOptions node,
            @Option(names = "--network", description = "Name of the network, if the key is wrapped.") @Nullable
                    String network) {
        try (var key = NodeSecrets.identity(node.node(), Optional.ofNullable(network), node.keys(), RANDOM)) {
            say(List.of(key.publicKey().toHex()));
        }
    }

    @Command(description = "Wraps this node's identity.key and tls.key, which lie open otherwise.")
    void protect(
            @Mixin NodeOptions node,
            @Option(names = "--network", required = true, description = "Name of the network.") String network) {
        try (var secrets = NodeSecrets.in(network, node.node(), node.keys())) {
            List<String> wrapped = secrets.protect();
            say(wrapped.isEmpty() ? List.of("nothing lay open") : wrapped);
        }
    }

    @Command(description = "Makes registration's credential key, wrapped, and shows its public key: credential.pub.")
    void credential(
            @Mixin NodeOptions node,
            @Option(names = "--network", required = true, description = "Name of the network.") String network) {
        say(List.of(OwnMaterial.credentialKey(network, node.node(), node.keys(), RANDOM)));
    }

    @Command(name = "tls-key", description = "Makes this node's TLS key, and tls.pub, which the authority certifies.")
    void tlsKey(
            @Option(names = "--node", required = true, paramLabel = "DIR", description = "This node's own directory.")
                    Path node) {
        say(List.of(OwnMaterial.tlsKey(node).toString()));
    }

    @Command(description = "Makes the network's TLS authority: ca.key, which stays where it is, and ca.pem, for all.")
    void authority(
            @Option(names = "--network", required = true, description = "Name of the network.") String network,
            @Option(names = "--authority", required = true, paramLabel = "DIR", description = "Where to keep it.")
                    Path directory) {
        OwnMaterial.authority(network, directory, Instant.now());
        say(List.of(directory.resolve("ca.pem").toString()));
    }

    @Command(description = "Certifies a node's tls.pub for 90 days, as tls.pem beside it.")
    void certify(
            @Option(names = "--network", required = true, description = "Name of the network.") String network,
            @Option(names = "--authority", required = true, paramLabel = "DIR", description = "Where ca.key is.")
                    Path directory,
            @Option(names = "--role", required = true, description = "Role of the node, such as endorser.") String role,
            @Option(names = "--id", required = true, description = "Id of the node, from 1.") int id,
            @Parameters(paramLabel = "FILE", description = "The node's tls.pub.") Path request) {
        NodeRole known = Arrays.stream(NodeRole.values())
                .filter(each -> each.label().equals(role))
                .findFirst()
                .orElseThrow(() -> new SandboxException("No role is named " + role));
        say(List.of(OwnMaterial.certify(network, directory, new Peer(known, id), request, Instant.now())
                .toString()));
    }

    @Command(description = "Proposes a ceremony for a fresh key on an empty board.")
    void open(
            @Option(names = "--network", required = true, description = "Name of the network.") String network,
            @Option(
                            names = "--purpose",
                            required = true,
                            description = "endorsement, endorsement-frost, endorsement-ecdsa, certification or audit.",
                            converter = PurposeConverter.class)
                    Purpose purpose,
            @Option(names = "--namespace", defaultValue = "1", description = "Namespace of the key (default: 1).")
                    int namespace,
            @Option(names = "--epoch", defaultValue = "1", description = "Epoch of the key (default: 1).") long epoch,
            @Option(names = "--threshold", required = true, description = "Shares that make the key.") int threshold,
            @Parameters(
                            arity = "2..*",
                            paramLabel = "INDEX=IDENTITY",
                            description = "Participants: index of the node and its identity key, 64 hex digits.")
                    Map<Integer, String> members) {
        try {
            List<CeremonySpec.Member> named = new ArrayList<>();
            new TreeMap<>(members)
                    .forEach((index, identity) -> named.add(new CeremonySpec.Member(
                            index, purpose.role().label() + "-" + index, Bytes32.fromHex(identity))));
            propose(new CeremonySpec(
                    network, purpose, namespace, epoch, Kind.FRESH, threshold, named, Bytes32.ZERO, nonce()));
        } catch (IllegalArgumentException wrong) {
            throw new SandboxException("This cannot be proposed: " + wrong.getMessage(), wrong);
        }
    }

    @Command(description = "Proposes a ceremony for new shares of a key that this node has a share of.")
    void refresh(
            @Mixin NodeOptions node,
            @Option(names = "--namespace", defaultValue = "1", description = "Namespace of the key (default: 1).")
                    int namespace) {
        propose(CeremonyParticipant.refresh(node.node(), new NamespaceId(namespace), nonce()));
    }

    private void propose(CeremonySpec charter) {
        new BulletinBoard(board()).open(charter);
        say(describe(charter));
    }

    @Command(description = "Shows what is proposed on the board.")
    void show() {
        say(describe(new BulletinBoard(board()).charter()));
    }

    @Command(description = "Takes part. Compare the session with the others before, by another way than the board.")
    void join(@Mixin NodeOptions node) {
        at(node, seat -> {
            say(describe(seat.charter()));
            return seat.join();
        });
    }

    @Command(description = "Goes on as far as the board allows. Repeat it until the key stands.")
    void round(@Mixin NodeOptions node, @Mixin Without without) {
        at(node, seat -> seat.round(without.member()));
    }

    @Command(description = "Keeps this node's share once the key stands, wrapped, and shows the public key.")
    void finish(@Mixin NodeOptions node, @Mixin Without without) {
        at(node, seat -> seat.finish(without.member()));
    }

    /// Somebody who is to be left out.
    static final class Without {
        @Option(
                names = "--without",
                paramLabel = "INDEX",
                description = "Goes on without this participant; agree with the others first.")
        private @Nullable Integer member;

        Optional<Integer> member() {
            return Optional.ofNullable(member);
        }
    }

    private void at(NodeOptions node, Function<CeremonyParticipant, Progress> command) {
        try (CeremonyParticipant seat = CeremonyParticipant.at(board(), node.node(), node.keys())) {
            Progress progress = command.apply(seat);
            say(progress.lines());
            progress.publicKey()
                    .ifPresent(key -> say(List.of("Key of the group "
                            + HexFormat.of()
                                    .formatHex(groupKey(progress.charter().purpose(), key)))));
            progress.failure().ifPresent(why -> {
                throw new SandboxException("The ceremony failed: " + why);
            });
        }
    }

    /// The key as the configuration and its page show it, so that officers can compare: of the audit authority PK.
    private static byte[] groupKey(Purpose purpose, byte[] made) {
        if (purpose == Purpose.AUDIT) {
            return AuditKeys.decode(made).point().encode();
        }
        SharedKey key = SharedKey.decode(purpose.components(), made);
        return purpose.scheme()
                .map(scheme -> GroupKeys.group(scheme, key).encoded().toArray())
                .orElseGet(() -> PsKeys.publicKey(key).encode());
    }

    private static List<String> describe(CeremonySpec charter) {
        List<String> lines = new ArrayList<>();
        lines.add((charter.kind() == Kind.FRESH ? "A fresh key" : "New shares") + " for "
                + charter.purpose().role().label() + "s of " + charter.network() + ", namespace " + charter.namespace()
                + ", epoch " + charter.epoch() + ": " + charter.threshold() + " of "
                + charter.members().size());
        charter.members()
                .forEach(member ->
                        lines.add("  " + member + " " + member.identity().toHex()));
        lines.add("Session " + charter.session().toHex());
        return lines;
    }

    private static Bytes32 nonce() {
        byte[] bytes = new byte[Bytes32.SIZE];
        RANDOM.nextBytes(bytes);
        return Bytes32.of(bytes);
    }

    private void say(List<String> lines) {
        PrintWriter out = spec.commandLine().getOut();
        lines.forEach(out::println);
        out.flush();
    }
}
