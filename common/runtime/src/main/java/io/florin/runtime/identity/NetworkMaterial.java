package io.florin.runtime.identity;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.DealtKeys;
import io.florin.crypto.threshold.KeyShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Officers;
import io.florin.ledger.config.NetworkConfiguration.Ordering;
import io.florin.ledger.config.NetworkConfiguration.Party;
import io.florin.runtime.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
///   share-<ns>.key       endorsers: the BLS share for namespace <ns>
/// ```
///
/// One hand makes all keys here: right for a demonstration and a test, not for a network of organisations that do not
/// trust each other, where each makes its own and only public keys meet. `genesis.bin` is written last, so a directory
/// with it is complete.
public final class NetworkMaterial {
    private static final String GENESIS = "genesis.bin";
    private static final int KEY_EPOCH = 1;

    private final NetworkPlan plan;
    private final Path directory;
    private final RandomGenerator random;
    private final Instant now;
    private final CertificateAuthority authority;

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

    public static Genesis genesis(Path directory) {
        return Genesis.decode(KeyFiles.read(directory.resolve(GENESIS)));
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

    private Genesis write() {
        KeyFiles.createDirectory(directory);
        KeyFiles.writeCertificates(directory.resolve("ca.pem"), authority.certificate());
        KeyFiles.writeTlsKey(directory.resolve("ca.key"), authority.key());
        NetworkConfiguration configuration = configuration();
        Genesis genesis = new Genesis(plan.name(), now.toEpochMilli(), configuration);
        KeyFiles.write(directory.resolve(GENESIS), genesis.encode());
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
        List<Party> partyList = new ArrayList<>();
        for (int id = 1; id <= parties.size(); id++) {
            partyList.add(new Party(id, "party-" + id, parties.get(id - 1)));
        }
        return new NetworkConfiguration(
                1,
                new Ordering(plan.ordering().threshold(), true, partyList),
                plan.rules().namespaces().stream().map(this::endorserGroup).toList(),
                plan.rules().namespaces(),
                new Officers(plan.officers().threshold(), officers()),
                auditors,
                new Committers(plan.committers().threshold(), committers),
                registration.getFirst(),
                plan.rules().tiers(),
                plan.rules().limits());
    }

    /// Writes the directories of all nodes of a role; their public identity keys in order of id.
    private List<Bytes32> nodes(NodeRole role, int count) {
        List<Bytes32> publicKeys = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            var peer = new Peer(role, id);
            Path node = directory.resolve(peer.directoryName());
            KeyFiles.createDirectory(node);
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
        NetworkPlan.Members endorsers = plan.endorsers();
        try (DealtKeys dealt = ThresholdBls.deal(endorsers.threshold(), endorsers.count(), random)) {
            for (KeyShare share : dealt.shares()) {
                Path node = directory.resolve(new Peer(NodeRole.ENDORSER, share.index()).directoryName());
                KeyFiles.writeShare(node.resolve(shareFile(namespace.id().value())), share);
            }
            List<Bytes> verificationKeys =
                    dealt.verificationKeys().stream().map(BlsPublicKey::bytes).toList();
            return new EndorserGroup(
                    namespace.id(),
                    KEY_EPOCH,
                    endorsers.threshold(),
                    dealt.groupKey().bytes(),
                    verificationKeys);
        }
    }

    static String shareFile(int namespace) {
        return "share-" + namespace + ".key";
    }

    private List<Bytes32> officers() {
        Path officers = directory.resolve("officers");
        KeyFiles.createDirectory(officers);
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
            case ENDORSER, CENTRAL_BANK, BANK -> Optional.empty();
        };
    }

    private static Optional<Bytes32> at(List<Bytes32> keys, int index) {
        return index < keys.size() ? Optional.of(keys.get(index)) : Optional.empty();
    }
}
