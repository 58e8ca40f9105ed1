package io.florin.runtime.identity;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.KeyShare;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Who this node is: its place in the network, its keys, and the genesis it starts from.
///
/// Loading checks that the keys are those genesis names for this node, so a directory of the wrong network or node
/// stops the service at its start. Later configurations may name other keys; that is for their readers to check.
/// Closing zeroes the secrets.
public final class NodeIdentity implements AutoCloseable {
    private final Peer self;
    private final Genesis genesis;
    private final Ed25519KeyPair key;
    private final Map<Integer, KeyShare> sharesByNamespace;
    private final NodeTls tls;

    private NodeIdentity(Peer self, Genesis genesis, Ed25519KeyPair key, Map<Integer, KeyShare> shares, NodeTls tls) {
        this.self = self;
        this.genesis = genesis;
        this.key = key;
        this.sharesByNamespace = shares;
        this.tls = tls;
    }

    /// Reads a node's directory below the network's.
    public static NodeIdentity load(Path networkDirectory, Peer self) {
        Genesis genesis = NetworkMaterial.genesis(networkDirectory);
        Path node = networkDirectory.resolve(self.directoryName());
        Ed25519KeyPair key = KeyFiles.readIdentityKey(node.resolve("identity.key"));
        Optional<Bytes32> configured = NetworkMaterial.configuredKey(genesis.configuration(), self);
        if (configured.isPresent() && !configured.get().equals(key.publicKey())) {
            throw new Failure("identity.key of " + self + " is not the one in genesis");
        }
        Map<Integer, KeyShare> shares = new LinkedHashMap<>();
        if (self.role() == NodeRole.ENDORSER) {
            genesis.configuration()
                    .endorserGroups()
                    .forEach(group -> loadShare(node, self, group)
                            .ifPresent(share -> shares.put(group.namespace().value(), share)));
        }
        return new NodeIdentity(self, genesis, key, shares, NodeTls.load(networkDirectory, genesis.name(), self));
    }

    private static Optional<KeyShare> loadShare(Path node, Peer self, EndorserGroup group) {
        Path file = node.resolve(NetworkMaterial.shareFile(group.namespace().value()));
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        KeyShare share = KeyFiles.readShare(file);
        boolean own = share.index() == self.id()
                && share.index() <= group.verificationKeys().size()
                && share.secret()
                        .publicKey()
                        .bytes()
                        .equals(group.verificationKeys().get(share.index() - 1));
        if (!own) {
            throw new Failure(file.getFileName() + " of " + self + " is not the share in genesis");
        }
        return Optional.of(share);
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

    /// An endorser's share of the key of a namespace.
    public Optional<KeyShare> share(NamespaceId namespace) {
        return Optional.ofNullable(sharesByNamespace.get(namespace.value()));
    }

    public NodeTls tls() {
        return tls;
    }

    @Override
    public void close() {
        key.close();
        sharesByNamespace.values().forEach(KeyShare::close);
    }

    @Override
    public String toString() {
        return "NodeIdentity[" + self.uri(networkName()) + "]";
    }
}
