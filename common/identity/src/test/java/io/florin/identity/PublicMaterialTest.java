package io.florin.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A genesis from public keys alone is the one that whoever had all secrets would have made.
class PublicMaterialTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private static Path network;
    private static Genesis made;

    @TempDir
    private Path directory;

    @BeforeAll
    static void make(@TempDir Path everything) {
        network = everything;
        made = NetworkMaterial.create(
                NetworkPlan.demo("test-net", PrivacyModel.UNLINKABLE), network, new SecureRandom(), NOW);
    }

    @BeforeEach
    void handIn() throws IOException {
        NetworkConfiguration configuration = made.configuration();
        keys(
                "ordering",
                configuration.ordering().parties().stream()
                        .map(each -> each.key())
                        .toList());
        keys("committer", configuration.committers().keys());
        keys("auditor", configuration.auditors());
        keys("registration", List.of(configuration.registrationKey()));
        keys("officer", configuration.officers().keys());
        copy("endorser-2/share-0.public", "endorsement-0.public");
        copy("endorser-3/share-1.public", "endorsement-1.public");
        copy("certifier-1/share-1.public", "certification-1.public");
        write(
                "credential.pub",
                configuration
                        .namespace(new NamespaceId(1))
                        .orElseThrow()
                        .hidden()
                        .orElseThrow()
                        .credentialKey()
                        .toHex());
        write("network.properties", settings("unlinkable"));
    }

    private static String settings(String model) {
        return """
            network = test-net
            created = 2026-11-20T10:00:00Z
            ordering.faults = 1
            officers.required = 2
            committers.lying = 0
            currency = FLN
            currency.name = currency
            currency.digits = 2
            currency.model = %s
            audit.policy = ALWAYS
            audit.threshold = 1000000
            limits.expiry-blocks = 1000
            limits.heartbeat-millis = 10000
            tier.1 = basic 50000 200000
            tier.2 = standard 1000000 5000000
            tier.3 = business 1000000000 10000000000
            tier.255 = treasury 1000000000000000 1000000000000000
            """.formatted(model);
    }

    @Test
    void isTheGenesisOfWhoeverHadAllSecretsByteByByte() {
        Genesis genesis = PublicMaterial.genesis(directory);

        assertThat(genesis.encode()).isEqualTo(made.encode());
        assertThat(genesis.networkId()).isEqualTo(made.networkId());
        PublicMaterial.write(directory, genesis);
        assertThat(NetworkMaterial.genesis(directory)).isEqualTo(made);
        PublicMaterial.write(directory, PublicMaterial.genesis(directory));
    }

    @Test
    void anotherGenesisIsNotOverwritten() throws IOException {
        PublicMaterial.write(directory, PublicMaterial.genesis(directory));
        write("network.properties", settings("unlinkable").replace("1000000\n", "2000000\n"));

        assertThatThrownBy(() -> PublicMaterial.write(directory, PublicMaterial.genesis(directory)))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("another genesis");
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        for (String file : List.of(
                "network.properties",
                "endorsement-0.public",
                "endorsement-1.public",
                "certification-1.public",
                "credential.pub",
                "registration-1.pub")) {
            Path kept = Files.move(directory.resolve(file), directory.resolveSibling("kept"));
            assertRefused(file);
            Files.move(kept, directory.resolve(file));
        }
        assertThat(PublicMaterial.genesis(directory)).isEqualTo(made);
        for (String setting : settings("unlinkable").lines().toList()) {
            write("network.properties", settings("unlinkable").replace(setting + "\n", ""));
            if (!setting.startsWith("tier.")) {
                assertRefused(setting.split(" ")[0]);
            }
        }
    }

    @Test
    void nobodysSecretLiesBesidePublicKeysAndNoNumberIsLeftOut() throws IOException {
        copy("endorser-1/share-1.key", "share-1.key");
        assertRefused("share-1.key");
        Files.delete(directory.resolve("share-1.key"));
        write("auditor-3.pub", "00".repeat(32));
        assertRefused("auditor-3.pub");
        Files.delete(directory.resolve("auditor-3.pub"));
        write("network.properties", settings("unlinkable") + "tier.256 = wide 1 1\n");
        assertRefused("tier.256");
        write("network.properties", settings("anonymous"));
        assertRefused("certification-1.public");
    }

    /// Payments that wait for ever, and money at the word of one liar.
    @Test
    void rulesThatNoNetworkCanKeepAreRefused() throws IOException {
        Path auditor = Files.move(directory.resolve("auditor-1.pub"), directory.resolveSibling("kept"));
        assertRefused("the audit policy asks for an auditor and there is none");
        Files.move(auditor, directory.resolve("auditor-1.pub"));
        write("network.properties", settings("unlinkable").replace("ALWAYS", "NEVER"));
        assertRefused("amounts of FLN are hidden and nobody could see one");
        write("network.properties", settings("unlinkable"));

        for (int id = 2; id <= 3; id++) {
            try (var committer = Ed25519.generate(new SecureRandom())) {
                write("committer-" + id + ".pub", committer.publicKey().toHex());
            }
        }
        assertThat(PublicMaterial.genesis(directory)
                        .configuration()
                        .committers()
                        .keys())
                .hasSize(3);
        write("network.properties", settings("unlinkable").replace("committers.lying = 0", "committers.lying = 1"));
        assertRefused("committers that may lie: 1");
    }

    /// As a version of before made it.
    @Test
    void aGenesisWhoseCommittersMayLieStartsNoNode() {
        NetworkConfiguration now = made.configuration();
        List<Bytes32> three = List.of(
                now.committers().keys().getFirst(),
                now.registrationKey(),
                now.auditors().getFirst());
        var lying =
                EditedConfiguration.of(now).committers(new Committers(1, three)).build();
        PublicMaterial.write(directory, new Genesis(made.name(), NOW.toEpochMilli(), lying));

        assertThatThrownBy(() -> NetworkMaterial.genesis(directory))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("committers that may lie: 1");
    }

    /// As a version of before made it: nobody signs its payments off, and nobody can open one.
    @Test
    void aGenesisWhoseAmountsNobodyCanSeeStartsNoNode() {
        NetworkConfiguration now = made.configuration();
        List<Namespace> unseen = now.namespaces().stream()
                .map(each -> each.withAudit(AuditPolicy.NEVER, each.auditThreshold()))
                .toList();
        var blind = EditedConfiguration.of(now).namespaces(unseen).build();
        PublicMaterial.write(directory, new Genesis(made.name(), NOW.toEpochMilli(), blind));

        assertThatThrownBy(() -> NetworkMaterial.genesis(directory))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("nobody could see one");
    }

    @Test
    void oneKeyIsOneHolder() throws IOException {
        Files.copy(
                directory.resolve("officer-1.pub"),
                directory.resolve("auditor-1.pub"),
                StandardCopyOption.REPLACE_EXISTING);
        assertRefused("a key that somebody else has");
        write("auditor-1.pub", "00".repeat(31));
        assertRefused("auditor-1.pub");
        write("auditor-1.pub", "ff".repeat(32));
        assertRefused("no Ed25519 public key");
    }

    @Test
    void keysAreOfThisNetworkNamespaceAndPurpose() throws IOException {
        copy("endorser-1/share-1.public", "endorsement-0.public");
        assertRefused("another network or namespace");
        copy("certifier-1/share-1.public", "endorsement-1.public");
        copy("endorser-1/share-0.public", "endorsement-0.public");
        assertRefused("another purpose");
        write("endorsement-1.public", "nothing");
        assertRefused("not the public part of a key");
        copy("endorser-1/share-1.public", "endorsement-1.public");
        write("network.properties", settings("unlinkable").replace("test-net", "other-net"));
        assertRefused("another network or namespace");
        write("network.properties", settings("unlinkable").replace("officers.required = 2", "officers.required = 1"));
        assertRefused("at least two officers");
        write("network.properties", settings("unlinkable").replace("created = 2026", "created = in 2026"));
        assertRefused("cannot be read");
    }

    /// Each organisation makes its own keys; the authority sees public ones only.
    @Test
    void anOrganisationsOwnKeysMakeANodeOfTheNetwork(@TempDir Path authority, @TempDir Path own) throws IOException {
        Path node = own.resolve("registration-1");
        KeyProperties keys = new KeyProperties("ab".repeat(32), null, null);
        String credential = OwnMaterial.credentialKey("test-net", node, keys, new SecureRandom());
        Path request = OwnMaterial.tlsKey(node);
        Path sent = Files.copy(request, authority.resolve("tls.pub"));
        OwnMaterial.authority("test-net", authority, NOW);
        Path certificate =
                OwnMaterial.certify("test-net", authority, new Peer(NodeRole.REGISTRATION, 1), sent, Instant.now());
        Files.copy(certificate, node.resolve("tls.pem"));
        Files.copy(authority.resolve("ca.pem"), own.resolve("ca.pem"));
        try (var identity = NodeSecrets.identity(node, new SecureRandom())) {
            write("registration-1.pub", identity.publicKey().toHex());
        }
        write("credential.pub", credential);
        Genesis genesis = PublicMaterial.genesis(directory);
        PublicMaterial.write(own, genesis);

        try (var registration = NodeIdentity.load(own, new Peer(NodeRole.REGISTRATION, 1), keys)) {
            assertThat(registration.networkId()).isEqualTo(genesis.networkId()).isNotEqualTo(made.networkId());
            assertThat(registration.credentialKey()).isPresent();
        }
        assertThat(OwnMaterial.credentialKey("test-net", node, keys, new SecureRandom()))
                .isEqualTo(credential);
        assertThat(Files.readAllBytes(OwnMaterial.tlsKey(node))).isEqualTo(Files.readAllBytes(sent));
        assertThatThrownBy(() -> NodeIdentity.load(own, new Peer(NodeRole.REGISTRATION, 2), keys))
                .isInstanceOf(Failure.class);
    }

    private void assertRefused(String why) {
        assertThatThrownBy(() -> PublicMaterial.genesis(directory))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(
                                        String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT))
                                .contains(why.toLowerCase(Locale.ROOT)));
    }

    private void keys(String name, List<Bytes32> keys) throws IOException {
        for (int id = 1; id <= keys.size(); id++) {
            write(name + "-" + id + ".pub", keys.get(id - 1).toHex() + "\n");
        }
    }

    private void write(String name, String content) throws IOException {
        Files.writeString(directory.resolve(name), content);
    }

    private void copy(String from, String to) throws IOException {
        Files.copy(network.resolve(from), directory.resolve(to), StandardCopyOption.REPLACE_EXISTING);
    }
}
