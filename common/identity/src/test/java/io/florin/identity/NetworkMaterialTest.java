package io.florin.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.Certification;
import io.florin.crypto.ps.CertificationShare;
import io.florin.crypto.ps.Certifier;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsVerificationKey;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.identity.NetworkPlan.Endorsement;
import io.florin.identity.NetworkPlan.Members;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.privacy.CertifierParameters;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailId;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NetworkMaterialTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private static final RailId RAIL = new RailId(1);

    private static Path made;
    private static Genesis genesis;

    /// A copy of what is made once.
    @TempDir
    private Path directory;

    @BeforeAll
    static void create(@TempDir Path network) {
        made = network;
        genesis = NetworkMaterial.create(NetworkPlan.demo("test-net"), network, new SecureRandom(), NOW);
    }

    @BeforeEach
    void copy() {
        TestNetwork.copy(made, directory);
    }

    @Test
    void givesEveryNodeTheKeysThatGenesisNames() {
        assertThat(NetworkMaterial.isIn(directory)).isTrue();
        assertThat(NetworkMaterial.genesis(directory)).isEqualTo(genesis);
        assertThat(genesis.configuration().ordering().quorum()).isEqualTo(3);
        for (int id = 1; id <= 4; id++) {
            try (var node = load(NodeRole.ORDERING, id)) {
                assertThat(genesis.configuration().ordering().partyKey(id))
                        .hasValue(node.key().publicKey());
                assertThat(node.networkId()).isEqualTo(genesis.networkId());
                assertThat(node.share(new NamespaceId(1))).isEmpty();
            }
        }
        try (var committer = load(NodeRole.COMMITTER, 1);
                var auditor = load(NodeRole.AUDITOR, 1);
                var registration = load(NodeRole.REGISTRATION, 1);
                var bank = load(NodeRole.BANK, 3);
                var centralBank = load(NodeRole.CENTRAL_BANK, 1)) {
            assertThat(genesis.configuration().committers().keys())
                    .containsExactly(committer.key().publicKey());
            assertThat(genesis.configuration().auditors())
                    .containsExactly(auditor.key().publicKey());
            assertThat(genesis.configuration().registrationKey())
                    .isEqualTo(registration.key().publicKey());
            assertThat(bank.self()).isEqualTo(new Peer(NodeRole.BANK, 3));
            assertThat(centralBank.networkName()).isEqualTo("test-net");
        }
        for (int officer = 1; officer <= 3; officer++) {
            try (var key = NetworkMaterial.officerKey(directory, officer)) {
                assertThat(genesis.configuration().officers().keys().get(officer - 1))
                        .isEqualTo(key.publicKey());
            }
        }
    }

    @Test
    void letsAnyTwoEndorsersSignForANamespace() {
        byte[] message = "bundle".getBytes(StandardCharsets.UTF_8);
        for (NamespaceId namespace : List.of(NamespaceId.CONFIGURATION, new NamespaceId(1))) {
            EndorserGroup group =
                    genesis.configuration().endorserGroup(namespace).orElseThrow();
            try (var first = load(NodeRole.ENDORSER, 1);
                    var third = load(NodeRole.ENDORSER, 3)) {
                var shares = Stream.of(first, third)
                        .map(node ->
                                ThresholdBls.signShare(node.share(namespace).orElseThrow(), message))
                        .toList();
                var signature = ThresholdBls.combine(group.threshold(), shares);

                assertThat(Bls.verify(BlsPublicKey.decode(group.groupKey().toArray()), message, signature))
                        .isTrue();
            }
        }
    }

    static Stream<Endorsement> endorsements() {
        return Stream.of(
                new Endorsement(SignatureScheme.FROST_ED25519, 2),
                new Endorsement(SignatureScheme.ECDSA_P256, 3),
                new Endorsement(SignatureScheme.ECDSA_P256, 5));
    }

    @ParameterizedTest
    @MethodSource("endorsements")
    void givesEndorsersSharesOfAKeyOfAnyScheme(Endorsement endorsement, @TempDir Path other) {
        SignatureScheme scheme = endorsement.scheme();
        Genesis made = NetworkMaterial.create(
                NetworkPlan.demo("test-net").withEndorsement(endorsement), other, new SecureRandom(), NOW);
        for (EndorserGroup group : made.configuration().endorserGroups()) {
            assertThat(Endorsement.of(group)).isEqualTo(endorsement);
        }
        for (EndorserGroup group : made.configuration().endorserGroups()) {
            assertThat(group.scheme()).isEqualTo(scheme);
            for (int id = 1; id <= group.verificationKeys().size(); id++) {
                try (var node = NodeIdentity.load(other, new Peer(NodeRole.ENDORSER, id))) {
                    EndorsingKey key = node.endorsing(group).orElseThrow();
                    assertThat(key.index()).isEqualTo(id);
                    assertThat(key.groupKey().scheme()).isEqualTo(scheme);
                    assertThat(key.groupKey().encoded()).isEqualTo(group.groupKey());
                    assertThat(key.groupKey().signersMin()).isEqualTo(group.threshold());
                    assertThat(key.identities().get(id)).isEqualTo(node.key().publicKey());
                    assertThat(node.share(group.namespace()))
                            .as("no share of BLS")
                            .isEmpty();
                }
            }
        }
        var currency = new NamespaceId(1);
        var first = new Peer(NodeRole.ENDORSER, 1).directoryName();
        var second = new Peer(NodeRole.ENDORSER, 2).directoryName();
        assertThat(made.configuration().endorserGroup(currency).orElseThrow().verificationKeys())
                .hasSize(scheme == SignatureScheme.ECDSA_P256 ? 5 : 3);
        assertThatThrownBy(() -> {
                    Files.copy(
                            other.resolve(second).resolve("share-1.key"),
                            other.resolve(first).resolve("share-1.key"),
                            StandardCopyOption.REPLACE_EXISTING);
                    NodeIdentity.load(other, new Peer(NodeRole.ENDORSER, 1));
                })
                .isInstanceOf(Failure.class);
    }

    @Test
    void ecdsaTakesAnOddNumberOfSignersAndNobodySignsAlone() {
        for (int signers : new int[] {1, 2, 4}) {
            assertThatThrownBy(() -> new Endorsement(SignatureScheme.ECDSA_P256, signers))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (SignatureScheme scheme : SignatureScheme.values()) {
            assertThatThrownBy(() -> new Endorsement(scheme, 1)).isInstanceOf(IllegalArgumentException.class);
        }
        NetworkPlan tooMany =
                NetworkPlan.demo("test-net").withEndorsement(new Endorsement(SignatureScheme.ECDSA_P256, 7));
        assertThatThrownBy(() -> NetworkMaterial.create(tooMany, directory.resolve("tooMany"), new SecureRandom(), NOW))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsSharesUnderThePassphraseOfTheirNode() throws Exception {
        assertThat(Files.readString(directory.resolve("endorser-1/share-1.key")))
                .contains("FLORIN WRAPPED KEY");
        Files.move(directory.resolve("passphrases/endorser-1"), directory.resolve("secret"));
        assertThatThrownBy(() -> load(NodeRole.ENDORSER, 1))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("florin.keys.passphrase");
        var wrong = new KeyProperties("wrong", null, null);
        assertThatThrownBy(() -> NodeIdentity.load(directory, new Peer(NodeRole.ENDORSER, 1), wrong))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("another passphrase");

        var right = new KeyProperties(null, directory.resolve("secret"), null);
        try (var node = NodeIdentity.load(directory, new Peer(NodeRole.ENDORSER, 1), right)) {
            assertThat(node.share(new NamespaceId(1))).isPresent();
        }
    }

    @Test
    void givesEachBankAPassphraseOfItsOwnAndNeverAnotherOne() throws IOException {
        Path first = directory.resolve("passphrases/bank-1");
        String before = Files.readString(first);
        Path last = directory.resolve("passphrases/bank-3");
        String lost = Files.readString(last);
        assertThat(before).matches("[0-9a-f]{64}").isNotEqualTo(lost);
        Files.delete(last);

        NetworkMaterial.bankPassphrases(directory);

        assertThat(first).hasContent(before);
        assertThat(Files.readString(last)).matches("[0-9a-f]{64}").isNotEqualTo(lost);
        assertThat(Files.getPosixFilePermissions(last)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(directory.resolve("passphrases/bank-4")).doesNotExist();
        assertThat(directory.resolve("passphrases/committer-1")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"ORDERING, 1", "ENDORSER, 2", "BANK, 3"})
    void startsWithIdentityAndTlsKeysThatAreWrapped(NodeRole role, int id) throws IOException {
        var self = new Peer(role, id);
        Path node = directory.resolve(self.directoryName());
        Path passphrase = directory.resolve("passphrases").resolve(self.directoryName());
        if (role == NodeRole.ORDERING) {
            passphrase = directory.resolve("secret");
            SecretFiles.write(passphrase, "cd".repeat(32).getBytes(StandardCharsets.US_ASCII));
        }
        var keys = new KeyProperties(null, passphrase, null);
        Bytes32 publicKey;
        try (var before = load(role, id)) {
            publicKey = before.key().publicKey();
        }
        String open = Files.readAllLines(node.resolve("identity.key")).get(1);

        try (var secrets = NodeSecrets.in("test-net", node, keys)) {
            assertThat(secrets.protect()).containsExactly("identity.key", "tls.key");
            byte[] wrapped = Files.readAllBytes(node.resolve("identity.key"));
            assertThat(secrets.protect()).isEmpty();
            assertThat(node.resolve("identity.key")).hasBinaryContent(wrapped);
        }

        assertThat(node.resolve("identity.key")).content().doesNotContain(open);
        assertThat(node.resolve("tls.key")).content().doesNotContain("PRIVATE");
        try (var after = NodeIdentity.load(directory, self, keys)) {
            assertThat(after.key().publicKey()).isEqualTo(publicKey);
            assertThat(after.tls().context(after.tls().networkTrust())).isNotNull();
            assertThat(after.share(new NamespaceId(1)).isPresent()).isEqualTo(role == NodeRole.ENDORSER);
        }
        var other = new KeyProperties("0".repeat(64), null, null);
        assertThatThrownBy(() -> NodeIdentity.load(directory, self, other))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("another passphrase");
        try (var known = NodeSecrets.identity(node, Optional.of("test-net"), keys, new SecureRandom())) {
            assertThat(known.publicKey()).isEqualTo(publicKey);
        }
        assertThatThrownBy(() -> NodeSecrets.identity(node, Optional.of("another-net"), keys, new SecureRandom()))
                .isInstanceOf(Failure.class);
        assertThatThrownBy(() -> NodeSecrets.identity(node, Optional.empty(), keys, new SecureRandom()))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("is wrapped: say of which network");
    }

    @Test
    void wrapsNoKeyThatIsNone() throws IOException {
        Path node = directory.resolve("committer-1");
        String key = Files.readString(node.resolve("tls.key"));
        Files.copy(node.resolve("tls.key"), node.resolve("identity.key"), StandardCopyOption.REPLACE_EXISTING);
        var keys = new KeyProperties("0".repeat(64), null, null);

        try (var secrets = NodeSecrets.in("test-net", node, keys)) {
            assertThatThrownBy(secrets::protect).isInstanceOf(Failure.class).hasMessageContaining("not an Ed25519 key");
        }
        assertThat(node.resolve("identity.key")).hasContent(key);
        assertThat(node.resolve("tls.key")).hasContent(key);
        assertThatThrownBy(() -> NodeSecrets.in("test-net", directory, keys))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("called <role>-<id>");
    }

    @Test
    void givesCertifiersAndRegistrationTheKeysOfAnUnlinkableCurrency(@TempDir Path hidden) {
        var made = NetworkMaterial.create(
                NetworkPlan.demo("hidden-net", PrivacyModel.UNLINKABLE), hidden, new SecureRandom(), NOW);

        var namespace = made.configuration().namespace(new NamespaceId(1)).orElseThrow();
        assertThat(namespace.rulesVersion()).isEqualTo(4);
        assertThat(Genesis.decode(made.encode())).isEqualTo(made);
        HiddenCurrency currency = namespace.hidden().orElseThrow();
        var group = currency.certifiers(1);
        List<Bytes32> context = List.of(Sha256.hash(new byte[] {1}));
        var base = TokenBase.of(context, 0);
        var opening = CertifierParameters.paddingOpening();
        List<CertificationShare> shares = new ArrayList<>();
        List<PsVerificationKey> verificationKeys = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            verificationKeys.add(PsVerificationKey.decode(
                    id, group.verificationKeys().get(id - 1).toArray()));
            try (var certifier = NodeIdentity.load(hidden, new Peer(NodeRole.CERTIFIER, id))) {
                assertThat(certifier.networkId()).isEqualTo(made.networkId());
                var share = certifier.certifierShare(new NamespaceId(1)).orElseThrow();
                shares.addAll(new Certifier(share, (_, _) -> true)
                        .certify(context, 0, opening.commit(base)).stream().toList());
            }
        }
        var certification =
                new Certification(PsPublicKey.decode(group.groupKey().toArray()), group.threshold(), verificationKeys);
        assertThat(certification.combine(base, opening.commit(base), opening, shares.subList(1, 3)))
                .isInstanceOf(Certification.Outcome.Certified.class);
        try (var registration = NodeIdentity.load(hidden, new Peer(NodeRole.REGISTRATION, 1))) {
            assertThat(Bytes.of(registration
                            .credentialKey()
                            .orElseThrow()
                            .publicKey()
                            .encode()))
                    .isEqualTo(currency.credentialKey());
        }
    }

    @Test
    void makesNoCertifiersForOtherModels(@TempDir Path hidden) {
        var made = NetworkMaterial.create(
                NetworkPlan.demo("hidden-net", PrivacyModel.ANONYMOUS), hidden, new SecureRandom(), NOW);

        assertThat(made.configuration()
                        .namespace(new NamespaceId(1))
                        .orElseThrow()
                        .rulesVersion())
                .isEqualTo(2);
        assertThat(hidden.resolve("certifier-1")).doesNotExist();
        assertThat(hidden.resolve("registration-1/credential.key")).exists();
        assertThat(directory.resolve("registration-1/credential.key")).doesNotExist();
    }

    @Test
    void keepsAllFilesToTheirOwner() throws Exception {
        try (Stream<Path> files = Files.walk(made)) {
            for (Path file : files.filter(path -> !path.equals(made)).toList()) {
                String expected = Files.isDirectory(file) ? "rwx------" : "rw-------";
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void issuesCertificatesForBothEndsAndAtMostNinetyDays() throws Exception {
        X509Certificate certificate = certificate("endorser-2");

        certificate.verify(KeyFiles.readCertificates(directory.resolve("ca.pem"))
                .getFirst()
                .getPublicKey());
        assertThat(Duration.between(
                        certificate.getNotBefore().toInstant(),
                        certificate.getNotAfter().toInstant()))
                .isLessThanOrEqualTo(Duration.ofDays(90));
        assertThat(certificate.getNotBefore().toInstant()).isBefore(NOW);
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
        assertThat(certificate.getSubjectAlternativeNames().stream().map(name -> String.valueOf(name.get(1))))
                .containsExactly("florin://test-net/endorser/2", "localhost", "127.0.0.1");
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(Peer.of(certificate, "test-net")).hasValue(new Peer(NodeRole.ENDORSER, 2));
        assertThat(Peer.of(certificate, "other-net")).isEmpty();
    }

    @Test
    void renewsCertificatesAndNothingElse() {
        Instant later = NOW.plus(Duration.ofDays(80));

        NetworkMaterial.renewCertificates(directory, later);

        assertThat(certificate("bank-3").getNotAfter().toInstant()).isAfter(NOW.plus(Duration.ofDays(160)));
        try (var bank = load(NodeRole.BANK, 3)) {
            assertThat(bank.networkId()).isEqualTo(genesis.networkId());
        }
    }

    @Test
    void makesTheSameNetworkFromTheSameSeed(@TempDir Path one, @TempDir Path two) {
        var plan = NetworkPlan.demo("seeded");

        assertThat(NetworkMaterial.create(plan, one, new Random(7), NOW).networkId())
                .isEqualTo(NetworkMaterial.create(plan, two, new Random(7), NOW).networkId());
    }

    @Test
    void refusesAPlanThatNoNetworkCanKeep() {
        NetworkPlan demo = NetworkPlan.demo("test-net");

        assertThatThrownBy(() -> plan(demo, new Members(3, 1), demo.others()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("committers that may lie: 1");
        assertThatThrownBy(() -> plan(demo, demo.committers(), new NetworkPlan.Others(0, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("asks for an auditor and there is none");
        NetworkPlan unaudited = demo.withAudit(AuditPolicy.NEVER);
        assertThat(plan(unaudited, new Members(3, 0), new NetworkPlan.Others(0, 3))
                        .others()
                        .auditors())
                .isZero();
    }

    private static NetworkPlan plan(NetworkPlan like, Members committers, NetworkPlan.Others others) {
        return new NetworkPlan(
                like.name(), like.ordering(), like.endorsers(), committers, like.officers(), others, like.rules());
    }

    /// Each authority has a key of its own for the rail's first epoch, beside its identity and wrapped.
    @Test
    void makesARailWithAKeyForEachAuthority(@TempDir Path network) throws Exception {
        Genesis made = NetworkMaterial.create(NetworkPlan.demoWithRail("rail-net"), network, new SecureRandom(), NOW);

        InstantRail rail = made.configuration().rail(RAIL).orElseThrow();
        assertThat(rail.committee().size().authorities()).isEqualTo(4);
        assertThat(NetworkMaterial.genesis(network)).isEqualTo(made);
        for (int authority = 1; authority <= 4; authority++) {
            Bytes32 publicKey =
                    Bytes32.of(rail.committee().keys().get(authority - 1).toArray());
            try (NodeIdentity node = NodeIdentity.load(network, new Peer(NodeRole.INSTANT, authority));
                    NodeSecrets secrets = NodeSecrets.of(network, node, KeyProperties.NONE)) {
                try (Ed25519KeyPair key = secrets.railKey(RAIL, 1, publicKey).orElseThrow()) {
                    assertThat(key.publicKey())
                            .isEqualTo(publicKey)
                            .isNotEqualTo(node.key().publicKey());
                }
                assertThat(secrets.railKey(RAIL, 2, publicKey)).isEmpty();
                assertThatThrownBy(() -> secrets.railKey(RAIL, 1, node.key().publicKey()))
                        .isInstanceOf(Failure.class)
                        .hasMessageContaining("not the key that the configuration names");
            }
        }
        assertThat(SecretFiles.isWrapped(network.resolve("instant-1/rail-1-1.key")))
                .isTrue();
        Files.copy(
                network.resolve("instant-1/rail-1-1.key"),
                network.resolve("instant-2/rail-1-1.key"),
                StandardCopyOption.REPLACE_EXISTING);
        try (NodeIdentity second = NodeIdentity.load(network, new Peer(NodeRole.INSTANT, 2));
                NodeSecrets secrets = NodeSecrets.of(network, second, KeyProperties.NONE)) {
            Bytes32 publicKey = Bytes32.of(rail.committee().keys().get(0).toArray());
            assertThatThrownBy(() -> secrets.railKey(RAIL, 1, publicKey)).isInstanceOf(Failure.class);
        }
    }

    @Test
    void makesNoRailOfACurrencyThatTheAuditorSignsOff(@TempDir Path network) {
        NetworkPlan audited = NetworkPlan.demoWithRail("rail-net").withAudit(AuditPolicy.ABOVE_THRESHOLD);

        assertThatThrownBy(() -> NetworkMaterial.create(audited, network, new SecureRandom(), NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the auditor signs off payments");
        assertThat(NetworkMaterial.isIn(network)).isFalse();
    }

    /// Genesis that somebody else made is looked at as well.
    @Test
    void takesNoGenesisWithSuchARail(@TempDir Path network) throws Exception {
        Genesis good = NetworkMaterial.create(NetworkPlan.demoWithRail("rail-net"), network, new SecureRandom(), NOW);
        Genesis bad = new Genesis(
                good.name(),
                good.createdMillis(),
                EditedConfiguration.of(good.configuration())
                        .namespaces(genesis.configuration().namespaces())
                        .build());
        Files.write(network.resolve("genesis.bin"), bad.encode());

        assertThatThrownBy(() -> NetworkMaterial.genesis(network))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("the auditor signs off payments");
    }

    @Test
    void refusesToOverwriteANetwork() {
        assertThatThrownBy(
                        () -> NetworkMaterial.create(NetworkPlan.demo("test-net"), directory, new SecureRandom(), NOW))
                .isInstanceOf(Failure.class);
    }

    @Test
    void refusesKeysOfAnotherNode() throws Exception {
        move("ordering-1/identity.key", "ordering-2/identity.key");
        move("endorser-1/share-1.key", "endorser-2/share-1.key");
        move("bank-1/tls.pem", "bank-2/tls.pem");

        assertThatThrownBy(() -> load(NodeRole.ORDERING, 2))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("identity.key");
        assertThatThrownBy(() -> load(NodeRole.ENDORSER, 2))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("share-1.key");
        assertThatThrownBy(() -> load(NodeRole.BANK, 2))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("not that of florin://test-net/bank/2");
        assertThatThrownBy(() -> load(NodeRole.BANK, 9)).isInstanceOf(Failure.class);
    }

    @Test
    void refusesMaterialOfAnotherNetwork(@TempDir Path other) throws Exception {
        NetworkMaterial.create(NetworkPlan.demo("test-net"), other, new SecureRandom(), NOW);
        Files.copy(other.resolve("ca.pem"), directory.resolve("ca.pem"), StandardCopyOption.REPLACE_EXISTING);

        assertThatThrownBy(() -> load(NodeRole.BANK, 1)).isInstanceOf(Failure.class);
    }

    @Test
    void refusesDamagedFiles() throws Exception {
        Files.writeString(directory.resolve("ordering-1/identity.key"), "nothing");
        Files.write(directory.resolve("ordering-2/identity.key"), new byte[100_000]);

        assertThatThrownBy(() -> load(NodeRole.ORDERING, 1)).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> load(NodeRole.ORDERING, 2)).isInstanceOf(Failure.class);
    }

    private void move(String from, String to) throws Exception {
        Files.copy(directory.resolve(from), directory.resolve(to), StandardCopyOption.REPLACE_EXISTING);
    }

    private X509Certificate certificate(String node) {
        return KeyFiles.readCertificates(directory.resolve(node).resolve("tls.pem"))
                .getFirst();
    }

    private NodeIdentity load(NodeRole role, int id) {
        return NodeIdentity.load(directory, new Peer(role, id));
    }
}
