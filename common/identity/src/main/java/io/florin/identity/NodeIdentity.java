package io.florin.identity;

import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.KeyShare;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Identity of this node: its place in the network, its keys, and the genesis it starts from.
///
/// Loading checks that the keys are those genesis names for this node, so a directory of the wrong network or node
/// stops the service at its start. Later configurations may name other keys; that is for their readers to check.
/// Closing zeroes the identity key and an endorser's shares. Certifiers' and audit members' shares and the credential
/// key are immutable scalars: they stay in memory until the collector moves on.
public final class NodeIdentity implements AutoCloseable {
    private final Peer self;
    private final Genesis genesis;
    private final Ed25519KeyPair key;
    private final OpenedKeys opened;
    private final NodeTls tls;

    private NodeIdentity(Peer self, Genesis genesis, Ed25519KeyPair key, OpenedKeys opened, NodeTls tls) {
        this.self = self;
        this.genesis = genesis;
        this.key = key;
        this.opened = opened;
        this.tls = tls;
    }

    /// Reads a node's directory below the network's, with the passphrase that a demonstration network keeps for it.
    public static NodeIdentity load(Path networkDirectory, Peer self) {
        return load(networkDirectory, self, KeyProperties.NONE);
    }

    /// Reads a node's directory below the network's.
    ///
    /// @param keys what opens the wrapped keys, where the node has any
    public static NodeIdentity load(Path networkDirectory, Peer self, KeyProperties keys) {
        Genesis genesis = NetworkMaterial.genesis(networkDirectory);
        Path node = networkDirectory.resolve(self.directoryName());
        if (!NodeSecrets.areIn(node)) {
            return load(networkDirectory, genesis, self, Optional.empty());
        }
        Path passphrase = NetworkMaterial.passphraseFile(networkDirectory, self);
        try (NodeSecrets secrets =
                new NodeSecrets(genesis.name(), self, node, NodeSecrets.wrapping(keys, passphrase))) {
            return load(networkDirectory, genesis, self, Optional.of(secrets));
        }
    }

    private static NodeIdentity load(Path networkDirectory, Genesis genesis, Peer self, Optional<NodeSecrets> secrets) {
        Path file = networkDirectory.resolve(self.directoryName()).resolve(NodeSecrets.IDENTITY);
        Ed25519KeyPair key = KeyFiles.identityKey(file, NodeSecrets.privateKey(file, secrets));
        Optional<Bytes32> configured = NetworkMaterial.configuredKey(genesis.configuration(), self);
        if (configured.isPresent() && !configured.get().equals(key.publicKey())) {
            throw new Failure("identity.key of " + self + " is not the one in genesis");
        }
        NodeTls tls = tls(networkDirectory, genesis.name(), self, secrets);
        OpenedKeys opened = secrets.map(each -> OpenedKeys.of(self, genesis.configuration(), each))
                .orElse(OpenedKeys.NONE);
        return new NodeIdentity(self, genesis, key, opened, tls);
    }

    /// Reads `ca.pem` of the network and `tls.pem`, `tls.key` of the node, which [NetworkMaterial#renewCertificates]
    /// makes anew before they end.
    private static NodeTls tls(Path networkDirectory, String network, Peer self, Optional<NodeSecrets> secrets) {
        Path node = networkDirectory.resolve(self.directoryName());
        List<X509Certificate> authorities = KeyFiles.readCertificates(networkDirectory.resolve("ca.pem"));
        if (authorities.size() != 1) {
            throw new Failure("a network has one authority");
        }
        Path file = node.resolve(NodeSecrets.TLS);
        PrivateKey key = KeyFiles.tlsKey(file, NodeSecrets.privateKey(file, secrets));
        return NodeTls.of(
                network, self, key, KeyFiles.readCertificates(node.resolve("tls.pem")), authorities.getFirst());
    }

    public Peer self() {
        return self;
    }

    public NodeRole role() {
        return self.role();
    }

    /// From 1 on, counted within the role.
    public int id() {
        return self.id();
    }

    /// Configuration version 1 and the network's name.
    public Genesis genesis() {
        return genesis;
    }

    public String networkName() {
        return genesis.name();
    }

    public NetworkId networkId() {
        return genesis.networkId();
    }

    /// The key that signs as this node: headers, statuses, audit decisions, registration records.
    public Ed25519KeyPair key() {
        return key;
    }

    /// An endorser's share of the newest key of a namespace that it has one of, if that signs with BLS.
    public Optional<KeyShare> share(NamespaceId namespace) {
        return opened.endorsing().keySet().stream()
                .filter(key -> key.namespace().equals(namespace))
                .max(Comparator.comparingLong(OpenedKeys.KeyName::epoch))
                .flatMap(key -> share(namespace, key.epoch()));
    }

    /// An endorser's share of the key of a namespace and an epoch, if that signs with BLS.
    public Optional<KeyShare> share(NamespaceId namespace, long epoch) {
        return Optional.ofNullable(opened.endorsing().get(new OpenedKeys.KeyName(namespace, epoch)))
                .filter(EndorsingKey.Bls.class::isInstance)
                .map(key -> ((EndorsingKey.Bls) key).share());
    }

    /// An endorser's share of the key of a group, whatever the scheme.
    public Optional<EndorsingKey> endorsing(EndorserGroup configured) {
        var name = new OpenedKeys.KeyName(configured.namespace(), configured.epoch());
        return Optional.ofNullable(opened.endorsing().get(name)).filter(held -> {
            EndorserGroup group = held.group();
            return group.groupKey().equals(configured.groupKey())
                    && group.scheme() == configured.scheme()
                    && group.threshold() == configured.threshold();
        });
    }

    /// Whether this endorser has a share of the key of a group.
    public boolean holdsShareOf(EndorserGroup configured) {
        return endorsing(configured).isPresent();
    }

    /// A group of endorsers with the verification keys of the shares that are in use: those of the last refresh, if its
    /// key is the one that this node's shares are of. The configuration names those of before; the key is the same.
    public EndorserGroup inUse(EndorserGroup configured) {
        return endorsing(configured).map(EndorsingKey::group).orElse(configured);
    }

    /// A certifier's share of the newest key of a hidden currency that it has one of.
    public Optional<PsKeyShare> certifierShare(NamespaceId namespace) {
        return certifierShares(namespace).stream().findFirst().map(CertifierShare::share);
    }

    /// A certifier's shares of all keys of a hidden currency, and those of before a refresh, the newest first. Which
    /// one counts, the configuration says: it names their verification keys.
    public List<CertifierShare> certifierShares(NamespaceId namespace) {
        return opened.certifying().getOrDefault(namespace, List.of());
    }

    /// A member's share of the newest audit key of a hidden currency that it has one of.
    public Optional<AuditKeyShare> auditShare(NamespaceId namespace) {
        return auditShares(namespace).stream().findFirst().map(AuditShare::share);
    }

    /// A member's shares of all audit keys of a hidden currency, and those of before a refresh, the newest first. Which
    /// key a payment was encrypted to, the configuration of its block says.
    public List<AuditShare> auditShares(NamespaceId namespace) {
        return opened.auditing().getOrDefault(namespace, List.of());
    }

    /// Registration's key, which signs the credentials of all hidden currencies.
    public Optional<BbsSecretKey> credentialKey() {
        return opened.credential();
    }

    public NodeTls tls() {
        return tls;
    }

    @Override
    public void close() {
        key.close();
        opened.endorsing().values().forEach(EndorsingKey::close);
    }

    @Override
    public String toString() {
        return "NodeIdentity[" + self.uri(networkName()) + "]";
    }
}
