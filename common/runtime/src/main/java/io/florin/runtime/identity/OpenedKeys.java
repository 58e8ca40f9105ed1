package io.florin.runtime.identity;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.crypto.threshold.BlsGroupKey;
import io.florin.crypto.threshold.KeyShare;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.Failure;
import io.florin.runtime.ceremony.KeyRecord;
import io.florin.runtime.ceremony.Purpose;
import io.florin.runtime.keys.StoredShare;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The keys that a node's wrapped files held, each checked against the public part that genesis names.
record OpenedKeys(
        Map<NamespaceId, KeyShare> endorsing,
        Map<NamespaceId, EndorserGroup> groups,
        Map<NamespaceId, PsKeyShare> certifying,
        Optional<BbsSecretKey> credential) {
    static final OpenedKeys NONE = new OpenedKeys(Map.of(), Map.of(), Map.of(), Optional.empty());

    /// @throws Failure if a key is not the one in genesis
    static OpenedKeys of(Peer self, NetworkConfiguration configuration, NodeSecrets secrets) {
        return switch (self.role()) {
            case ENDORSER -> {
                Map<NamespaceId, EndorserGroup> groups = new LinkedHashMap<>();
                yield new OpenedKeys(
                        endorsing(self, configuration, secrets, groups), groups, Map.of(), Optional.empty());
            }
            case CERTIFIER ->
                new OpenedKeys(Map.of(), Map.of(), certifying(self, configuration, secrets), Optional.empty());
            case REGISTRATION -> new OpenedKeys(Map.of(), Map.of(), Map.of(), credential(configuration, secrets));
            case ORDERING, COMMITTER, AUDITOR, CENTRAL_BANK, BANK -> NONE;
        };
    }

    private static Map<NamespaceId, KeyShare> endorsing(
            Peer self,
            NetworkConfiguration configuration,
            NodeSecrets secrets,
            Map<NamespaceId, EndorserGroup> groups) {
        Map<NamespaceId, KeyShare> shares = new LinkedHashMap<>();
        for (EndorserGroup group : configuration.endorserGroups()) {
            share(self, group.namespace(), secrets, StoredShare::bls).ifPresent(share -> {
                EndorserGroup held = refreshed(group, secrets).orElse(group);
                requireOwn(
                        self,
                        group.namespace(),
                        share.index(),
                        held.verificationKeys(),
                        share.secret().publicKey().bytes());
                shares.put(group.namespace(), share);
                groups.put(group.namespace(), held);
            });
        }
        return shares;
    }

    /// The group with the verification keys of the shares in use, if these are of a refresh of its key: the record
    /// beside the share says so, and its points prove it, since they interpolate to the key in genesis.
    private static Optional<EndorserGroup> refreshed(EndorserGroup group, NodeSecrets secrets) {
        Optional<KeyRecord> record = secrets.record(group.namespace())
                .filter(each -> each.charter().purpose() == Purpose.ENDORSEMENT
                        && each.charter().epoch() == group.epoch()
                        && each.charter().kind() == KeySetup.Kind.REFRESH);
        if (record.isEmpty()) {
            return Optional.empty();
        }
        try {
            BlsGroupKey key = GroupKeys.bls(record.get().sharedKey());
            return Optional.of(new EndorserGroup(
                            group.namespace(),
                            group.epoch(),
                            key.threshold(),
                            key.key().bytes(),
                            key.verificationKeys().stream()
                                    .map(BlsPublicKey::bytes)
                                    .toList()))
                    .filter(each -> each.groupKey().equals(group.groupKey()) && each.threshold() == group.threshold());
        } catch (IllegalArgumentException malformed) {
            throw new Failure(
                    "the public part of the key of namespace "
                            + group.namespace().value() + " is malformed",
                    malformed);
        }
    }

    private static Map<NamespaceId, PsKeyShare> certifying(
            Peer self, NetworkConfiguration configuration, NodeSecrets secrets) {
        Map<NamespaceId, PsKeyShare> shares = new LinkedHashMap<>();
        for (Namespace namespace : configuration.namespaces()) {
            List<CertifierGroup> groups =
                    namespace.hidden().map(HiddenCurrency::certifiers).orElse(List.of());
            if (!groups.isEmpty()) {
                share(self, namespace.id(), secrets, StoredShare::certifier).ifPresent(share -> {
                    requireOwn(
                            self,
                            namespace.id(),
                            share.index(),
                            groups.getLast().verificationKeys(),
                            Bytes.of(share.verificationKey().encode()));
                    shares.put(namespace.id(), share);
                });
            }
        }
        return shares;
    }

    private static <S> Optional<S> share(
            Peer self, NamespaceId namespace, NodeSecrets secrets, Function<StoredShare, S> kind) {
        try {
            return secrets.share(namespace).map(kind);
        } catch (IllegalArgumentException other) {
            throw new Failure(NodeSecrets.shareFile(namespace) + " of " + self + " is of another kind of key", other);
        }
    }

    private static void requireOwn(
            Peer self, NamespaceId namespace, int index, List<Bytes> verificationKeys, Bytes verificationKey) {
        boolean own = index == self.id()
                && index <= verificationKeys.size()
                && verificationKeys.get(index - 1).equals(verificationKey);
        if (!own) {
            throw new Failure(NodeSecrets.shareFile(namespace) + " of " + self + " is not the share in genesis");
        }
    }

    private static Optional<BbsSecretKey> credential(NetworkConfiguration configuration, NodeSecrets secrets) {
        Optional<BbsSecretKey> key = secrets.credentialKey();
        for (Namespace namespace : configuration.namespaces()) {
            namespace.hidden().ifPresent(hidden -> {
                boolean same = key.map(
                                secret -> Bytes.of(secret.publicKey().encode()).equals(hidden.credentialKey()))
                        .orElse(false);
                if (!same) {
                    throw new Failure("credential.key is not the one in genesis for " + namespace.name());
                }
            });
        }
        return key;
    }
}
