package io.florin.identity;

import io.florin.ceremony.CeremonyEffect.Finished;
import io.florin.ceremony.CeremonySpec;
import io.florin.ceremony.KeyRecord;
import io.florin.ceremony.LocalCeremony;
import io.florin.ceremony.Purpose;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Officers;
import io.florin.ledger.config.NetworkConfiguration.Ordering;
import io.florin.ledger.config.NetworkConfiguration.Party;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.PublicParameters;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rules.AuditKeyRules;
import io.florin.ledger.rules.RailSettings;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.CertificateAuthority;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.PassphraseWrapping;
import io.florin.runtime.keys.SecretFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Makes a network's material and finds its parts again.
///
/// ```
/// genesis.bin            canonical bytes; the network id is their hash
/// ca.pem, ca.key         the network's TLS authority; the key is needed only to issue certificates
/// officers/<i>.key       Ed25519, one for each officer of the central bank, from 1 on
/// <role>-<id>/           one directory for each node:
///   identity.key         Ed25519 (PKCS#8)
///   tls.pem, tls.key     P-256, at most 90 days
///   share-<ns>.key       endorsers, certifiers, audit members: the share of the key of namespace <ns>, wrapped
///   share-<ns>.public    and what is public of that key
///   share-<ns>-<epoch>.* the same of later keys
///   rail-<id>-<epoch>.key  authorities of an instant rail: Ed25519, wrapped
///   credential.key       registration, where a currency is hidden: the key of credentials (BBS), wrapped
/// passphrases/<node>     what unwraps a node's keys; only a demonstration keeps it here
/// ```
///
/// One hand makes all keys here: right for a demonstration and a test, not for a network of organisations that do not
/// trust each other, where each makes its own and only public keys meet. `genesis.bin` is written last, so a directory
/// with it is complete.
public final class NetworkMaterial {
    static final String GENESIS = "genesis.bin";
    static final String PASSPHRASES = "passphrases";
    private static final int KEY_EPOCH = 1;
    /// A verifier saves the square root of each point; proofs never reach the ledger.
    static final boolean UNCOMPRESSED_PROOFS = true;
    private static final SecureRandom PASSPHRASE_SOURCE = new SecureRandom();

    private final NetworkPlan plan;
    private final Path directory;
    private final RandomGenerator random;
    private final Instant now;
    private final CertificateAuthority authority;
    private Optional<Bytes> credentialKey = Optional.empty();

    private NetworkMaterial(NetworkPlan plan, Path directory, RandomGenerator random, Instant now) {
        this.plan = plan;
        this.directory = directory;
        this.random = random;
        this.now = now;
        this.authority = CertificateAuthority.create(plan.name(), now);
    }

    /// Makes everything in a directory that holds no network yet.
    ///
    /// @param random a `SecureRandom`, unless the network is a reproducible demonstration
    public static Genesis create(NetworkPlan plan, Path directory, RandomGenerator random, Instant now) {
        if (Files.exists(directory.resolve(GENESIS))) {
            throw new Failure("a network is already in " + directory);
        }
        return new NetworkMaterial(plan, directory, random, now).write();
    }

    /// Whether a complete network is in the directory.
    public static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(GENESIS));
    }

    /// The genesis in a network's directory.
    ///
    /// @throws Failure if the audit key of a currency is one that nobody would be let to add later, committers may lie,
    /// or amounts are hidden from everybody
    public static Genesis genesis(Path directory) {
        Genesis genesis = Genesis.decode(SecretFiles.read(directory.resolve(GENESIS)));
        try {
            AuditKeyRules.requireSound(genesis.configuration());
            GenesisRules.require(genesis.configuration());
            RailSettings.refuse(genesis.networkId(), genesis.configuration());
        } catch (IllegalArgumentException unsound) {
            throw new Failure("genesis in " + directory + " cannot be used: " + unsound.getMessage(), unsound);
        }
        return genesis;
    }

    /// The key of one officer of the central bank, from 1 on.
    public static Ed25519KeyPair officerKey(Path directory, int officer) {
        return KeyFiles.readIdentityKey(directory.resolve("officers").resolve(officer + ".key"));
    }

    /// Issues new TLS keys and certificates to all nodes under the same authority; services pick them up at their next
    /// start.
    public static void renewCertificates(Path directory, Instant now) {
        String network = genesis(directory).name();
        var authority = new CertificateAuthority(
                KeyFiles.readCertificates(directory.resolve("ca.pem")).getFirst(),
                KeyFiles.readTlsKey(directory.resolve("ca.key")));
        for (NodeRole role : NodeRole.values()) {
            for (int id = 1; Files.isDirectory(directory.resolve(new Peer(role, id).directoryName())); id++) {
                writeTls(authority, network, directory, new Peer(role, id), now);
            }
        }
    }

    /// Gives each bank a random passphrase that has none: what wraps its custody seed in a demonstration network.
    public static void bankPassphrases(Path directory) {
        for (int id = 1; Files.isDirectory(directory.resolve(new Peer(NodeRole.BANK, id).directoryName())); id++) {
            passphrase(directory, new Peer(NodeRole.BANK, id));
        }
    }

    private Genesis write() {
        SecretFiles.createDirectory(directory);
        KeyFiles.writeCertificates(directory.resolve("ca.pem"), authority.certificate());
        KeyFiles.writeTlsKey(directory.resolve("ca.key"), authority.key());
        NetworkConfiguration configuration = configuration();
        GenesisRules.require(configuration);
        Genesis genesis = new Genesis(plan.name(), now.toEpochMilli(), configuration);
        RailSettings.refuse(genesis.networkId(), configuration);
        SecretFiles.write(directory.resolve(GENESIS), genesis.encode());
        return genesis;
    }

    private NetworkConfiguration configuration() {
        List<Bytes32> parties = nodes(NodeRole.ORDERING, plan.ordering().count());
        nodes(NodeRole.ENDORSER, plan.endorsers().count());
        List<Bytes32> committers = nodes(NodeRole.COMMITTER, plan.committers().count());
        List<Bytes32> auditors = nodes(NodeRole.AUDITOR, plan.others().auditors());
        List<Bytes32> registration = nodes(NodeRole.REGISTRATION, 1);
        nodes(NodeRole.CENTRAL_BANK, 1);
        nodes(NodeRole.BANK, plan.others().banks());
        bankPassphrases(directory);
        nodes(NodeRole.CERTIFIER, plan.privacy().certifiers().count());
        nodes(NodeRole.AUDIT_MEMBER, plan.privacy().auditMembers().count());
        nodes(NodeRole.INSTANT, plan.authorities());
        List<Party> partyList = new ArrayList<>();
        for (int id = 1; id <= parties.size(); id++) {
            partyList.add(new Party(id, "party-" + id, parties.get(id - 1)));
        }
        return new NetworkConfiguration(
                1,
                new Ordering(plan.ordering().threshold(), true, partyList),
                plan.rules().namespaces().stream().map(this::endorserGroup).toList(),
                plan.rules().namespaces().stream().map(this::withPrivacy).toList(),
                new Officers(plan.officers().threshold(), officers()),
                auditors,
                new Committers(plan.committers().threshold(), committers),
                registration.getFirst(),
                plan.rules().tiers(),
                plan.rules().limits(),
                plan.rails().stream().map(this::rail).toList());
    }

    /// Each authority's key of the first epoch.
    private InstantRail rail(NetworkPlan.Rail rail) {
        List<Bytes32> keys = new ArrayList<>();
        for (int authority = 1; authority <= rail.authorities(); authority++) {
            try (Ed25519KeyPair key = Ed25519.generate(random)) {
                withSecrets(
                        new Peer(NodeRole.INSTANT, authority),
                        secrets -> secrets.writeRailKey(rail.id(), NetworkPlan.Rail.FIRST_EPOCH, key));
                keys.add(key.publicKey());
            }
        }
        return rail.withKeys(keys);
    }

    /// Writes the directories of all nodes of a role; their public identity keys in order of id.
    private List<Bytes32> nodes(NodeRole role, int count) {
        List<Bytes32> publicKeys = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            var peer = new Peer(role, id);
            Path node = directory.resolve(peer.directoryName());
            SecretFiles.createDirectory(node);
            try (Ed25519KeyPair key = Ed25519.generate(random)) {
                KeyFiles.writeIdentityKey(node.resolve("identity.key"), key);
                publicKeys.add(key.publicKey());
            }
            writeTls(authority, plan.name(), directory, peer, now);
        }
        return publicKeys;
    }

    private static void writeTls(
            CertificateAuthority authority, String network, Path directory, Peer peer, Instant now) {
        KeyPair keys = CertificateAuthority.newKeyPair();
        Path node = directory.resolve(peer.directoryName());
        KeyFiles.writeTlsKey(node.resolve("tls.key"), keys.getPrivate());
        KeyFiles.writeCertificates(node.resolve("tls.pem"), authority.issue(network, peer, keys.getPublic(), now));
    }

    private EndorserGroup endorserGroup(Namespace namespace) {
        NetworkPlan.Endorsement by = plan.endorsement(namespace.id());
        var members = new NetworkPlan.Members(plan.endorsers().count(), GroupKeys.threshold(by.scheme(), by.signers()));
        return ceremony(Purpose.endorsement(by.scheme()), members, namespace.id())
                .endorserGroup();
    }

    /// The members of a group make their key together and each keeps its share.
    private KeyRecord ceremony(Purpose purpose, NetworkPlan.Members members, NamespaceId namespace) {
        SortedMap<Integer, Ed25519KeyPair> identities = new TreeMap<>();
        List<CeremonySpec.Member> named = new ArrayList<>();
        for (int index = 1; index <= members.count(); index++) {
            String node = new Peer(purpose.role(), index).directoryName();
            var key = KeyFiles.readIdentityKey(directory.resolve(node).resolve("identity.key"));
            identities.put(index, key);
            named.add(new CeremonySpec.Member(index, node, key.publicKey()));
        }
        byte[] nonce = new byte[Bytes32.SIZE];
        random.nextBytes(nonce);
        var charter = new CeremonySpec(
                plan.name(),
                purpose,
                namespace.value(),
                KEY_EPOCH,
                KeySetup.Kind.FRESH,
                members.threshold(),
                named,
                Bytes32.ZERO,
                Bytes32.of(nonce));
        SortedMap<Integer, Finished> made = LocalCeremony.run(charter, identities, random);
        identities.values().forEach(Ed25519KeyPair::close);
        Finished first = made.sequencedValues().getFirst();
        var record = new KeyRecord(charter, first.key().publicKey(), first.padding());
        made.forEach((index, finished) -> withSecrets(
                new Peer(purpose.role(), index),
                secrets -> secrets.writeShare(namespace, finished.key().share(), record)));
        return record;
    }

    private Namespace withPrivacy(Namespace namespace) {
        if (namespace.id().equals(NamespaceId.CONFIGURATION) || plan.privacyModel() == PrivacyModel.CLEAR) {
            return namespace;
        }
        var hidden = new HiddenCurrency(
                credentialKey(),
                PublicParameters.RangeParameters.DEFAULT.bits(),
                PublicParameters.RangeParameters.DEFAULT.values(),
                UNCOMPRESSED_PROOFS,
                plan.privacyModel() == PrivacyModel.UNLINKABLE
                        ? List.of(ceremony(Purpose.CERTIFICATION, plan.privacy().certifiers(), namespace.id())
                                .certifierGroup())
                        : List.of(),
                auditKey(namespace.id()));
        return new Namespace(
                namespace.id(),
                namespace.name(),
                namespace.currency(),
                namespace.minorDigits(),
                plan.privacyModel().rulesVersion(),
                namespace.auditPolicy(),
                namespace.auditThreshold(),
                Optional.of(hidden));
    }

    private Optional<AuditKey> auditKey(NamespaceId namespace) {
        NetworkPlan.Members members = plan.privacy().auditMembers();
        return members.count() == 0
                ? Optional.empty()
                : Optional.of(ceremony(Purpose.AUDIT, members, namespace).auditKey());
    }

    /// One key signs the credentials of all hidden currencies.
    private Bytes credentialKey() {
        if (credentialKey.isEmpty()) {
            Scalar secret = Scalar.random(random);
            withSecrets(new Peer(NodeRole.REGISTRATION, 1), secrets -> secrets.writeCredentialKey(secret));
            credentialKey =
                    Optional.of(Bytes.of(BbsSecretKey.of(secret).publicKey().encode()));
        }
        return credentialKey.get();
    }

    /// The node's wrapped keys, under a random passphrase of its own that is made on first use.
    private void withSecrets(Peer peer, Consumer<NodeSecrets> use) {
        Path file = passphrase(directory, peer);
        char[] passphrase = new String(SecretFiles.read(file), StandardCharsets.US_ASCII).toCharArray();
        var wrapping = new PassphraseWrapping(passphrase, PassphraseWrapping.RANDOM_SECRET);
        try (var secrets = new NodeSecrets(plan.name(), peer, directory.resolve(peer.directoryName()), wrapping)) {
            use.accept(secrets);
        }
    }

    private static Path passphrase(Path directory, Peer peer) {
        Path file = passphraseFile(directory, peer);
        if (!Files.exists(file)) {
            SecretFiles.createDirectory(directory.resolve(PASSPHRASES));
            byte[] passphrase = new byte[32];
            PASSPHRASE_SOURCE.nextBytes(passphrase);
            SecretFiles.write(file, Bytes.of(passphrase).toHex().getBytes(StandardCharsets.US_ASCII));
        }
        return file;
    }

    /// Place where a demonstration network keeps a node's passphrase.
    static Path passphraseFile(Path networkDirectory, Peer peer) {
        return networkDirectory.resolve(PASSPHRASES).resolve(peer.directoryName());
    }

    private List<Bytes32> officers() {
        Path officers = directory.resolve("officers");
        SecretFiles.createDirectory(officers);
        List<Bytes32> publicKeys = new ArrayList<>();
        for (int officer = 1; officer <= plan.officers().count(); officer++) {
            try (Ed25519KeyPair key = Ed25519.generate(random)) {
                KeyFiles.writeIdentityKey(officers.resolve(officer + ".key"), key);
                publicKeys.add(key.publicKey());
            }
        }
        return publicKeys;
    }

    /// The key that the configuration gives a node, where it gives one.
    static Optional<Bytes32> configuredKey(NetworkConfiguration configuration, Peer peer) {
        int index = peer.id() - 1;
        return switch (peer.role()) {
            case ORDERING -> configuration.ordering().partyKey(peer.id());
            case COMMITTER -> at(configuration.committers().keys(), index);
            case AUDITOR -> at(configuration.auditors(), index);
            case REGISTRATION -> index == 0 ? Optional.of(configuration.registrationKey()) : Optional.empty();
            case ENDORSER, CERTIFIER, AUDIT_MEMBER, CENTRAL_BANK, BANK, INSTANT -> Optional.empty();
        };
    }

    private static Optional<Bytes32> at(List<Bytes32> keys, int index) {
        return index < keys.size() ? Optional.of(keys.get(index)) : Optional.empty();
    }
}
