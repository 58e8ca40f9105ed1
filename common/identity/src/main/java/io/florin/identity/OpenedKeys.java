package io.florin.identity;

import io.florin.ceremony.KeyRecord;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.identity.NodeSecrets.Held;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.StoredShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// The keys that a node's wrapped files held, each checked against its public part: of a key in genesis that in
/// genesis, of a later one the record of its ceremony. Whether a later key counts, the ledger's configuration says.
///
/// @param certifying by namespace, the newest first
/// @param auditing by namespace, the newest first
record OpenedKeys(
        Map<KeyName, EndorsingKey> endorsing,
        Map<NamespaceId, List<CertifierShare>> certifying,
        Optional<BbsSecretKey> credential,
        Map<NamespaceId, List<AuditShare>> auditing) {
    OpenedKeys(
            Map<KeyName, EndorsingKey> endorsing,
            Map<NamespaceId, List<CertifierShare>> certifying,
            Optional<BbsSecretKey> credential) {
        this(endorsing, certifying, credential, Map.of());
    }

    static final OpenedKeys NONE = new OpenedKeys(Map.of(), Map.of(), Optional.empty());

    /// Name of a key: its namespace and epoch.
    record KeyName(NamespaceId namespace, long epoch) {}

    /// @throws Failure if a key is not the one in genesis, or not that of its record
    static OpenedKeys of(Peer self, NetworkConfiguration configuration, NodeSecrets secrets) {
        return switch (self.role()) {
            case ENDORSER -> endorsing(self, configuration, secrets);
            case CERTIFIER -> new OpenedKeys(Map.of(), certifying(self, configuration, secrets), Optional.empty());
            case AUDIT_MEMBER ->
                new OpenedKeys(Map.of(), Map.of(), Optional.empty(), AuditShares.of(self, configuration, secrets));
            case REGISTRATION -> new OpenedKeys(Map.of(), Map.of(), credential(configuration, secrets));
            case ORDERING, COMMITTER, AUDITOR, CENTRAL_BANK, BANK, INSTANT -> NONE;
        };
    }

    private static OpenedKeys endorsing(Peer self, NetworkConfiguration configuration, NodeSecrets secrets) {
        Map<KeyName, EndorsingKey> keys = new LinkedHashMap<>();
        for (Namespace namespace : configuration.namespaces()) {
            secrets.held(namespace.id()).forEach((epoch, held) -> {
                Held newest = held.getFirst();
                EndorserGroup group = configuration
                        .endorserGroup(namespace.id(), epoch)
                        .map(first -> refreshed(first, newest).orElse(first))
                        .or(() -> newest.record().map(record -> endorsers(newest, record)))
                        .orElseThrow(() -> noRecord(self, newest));
                requireNamed(self, newest, namespace.id(), epoch, group.namespace(), group.epoch());
                keys.put(new KeyName(namespace.id(), epoch), endorsing(self, newest, group));
                held.forEach(Held::close);
            });
        }
        return new OpenedKeys(keys, Map.of(), Optional.empty());
    }

    private static EndorsingKey endorsing(Peer self, Held held, EndorserGroup group) {
        SortedMap<Integer, Bytes32> identities = new TreeMap<>();
        held.record()
                .ifPresent(record -> record.charter()
                        .members()
                        .forEach(member -> identities.put(member.index(), member.identity())));
        if (held.share().index() == self.id()) {
            try {
                return EndorsingKey.of(group, held.share(), identities);
            } catch (IllegalArgumentException other) {
                throw notOwn(self, held, other);
            }
        }
        throw notOwn(
                self,
                held,
                new IllegalArgumentException(
                        "the share of party " + held.share().index()));
    }

    /// The group with the verification keys of the shares in use, if these are of a refresh of its key: the record
    /// beside the share says so, and its points prove it, since they interpolate to the key in genesis.
    private static Optional<EndorserGroup> refreshed(EndorserGroup group, Held held) {
        return held.record()
                .filter(each -> each.charter().kind() == KeySetup.Kind.REFRESH)
                .map(record -> endorsers(held, record))
                .filter(each -> each.namespace().equals(group.namespace())
                        && each.scheme() == group.scheme()
                        && each.epoch() == group.epoch()
                        && each.groupKey().equals(group.groupKey())
                        && each.threshold() == group.threshold());
    }

    private static EndorserGroup endorsers(Held held, KeyRecord record) {
        try {
            return record.endorserGroup();
        } catch (IllegalArgumentException malformed) {
            throw new Failure("the public part of " + held.file() + " is malformed", malformed);
        }
    }

    private static Map<NamespaceId, List<CertifierShare>> certifying(
            Peer self, NetworkConfiguration configuration, NodeSecrets secrets) {
        Map<NamespaceId, List<CertifierShare>> shares = new LinkedHashMap<>();
        for (Namespace namespace : configuration.namespaces()) {
            if (namespace.hidden().isPresent()) {
                List<CertifierShare> ofNamespace = new ArrayList<>();
                secrets.held(namespace.id())
                        .forEach((epoch, held) -> held.reversed()
                                .forEach(each -> ofNamespace.addFirst(
                                        new CertifierShare(epoch, certifying(self, namespace, epoch, each)))));
                shares.put(namespace.id(), List.copyOf(ofNamespace));
            }
        }
        return shares;
    }

    private static PsKeyShare certifying(Peer self, Namespace namespace, long epoch, Held held) {
        PsKeyShare share = kind(self, held, StoredShare::certifier);
        held.close();
        Optional<CertifierGroup> first = namespace.hidden().orElseThrow().certifiers().stream()
                .filter(group -> group.epoch() == epoch)
                .findFirst();
        Optional<CertifierGroup> recorded = held.record().map(record -> {
            try {
                requireNamed(
                        self,
                        held,
                        namespace.id(),
                        epoch,
                        new NamespaceId(record.charter().namespace()),
                        record.charter().epoch());
                return record.certifierGroup();
            } catch (IllegalArgumentException malformed) {
                throw new Failure("the public part of " + held.file() + " is malformed", malformed);
            }
        });
        boolean same = first.map(group -> recorded.map(each ->
                                each.groupKey().equals(group.groupKey()) && each.threshold() == group.threshold())
                        .orElse(true))
                .orElse(true);
        CertifierGroup group = (same ? recorded.or(() -> first) : first).orElseThrow(() -> noRecord(self, held));
        requireOwn(
                self,
                held,
                share.index(),
                group.verificationKeys(),
                Bytes.of(share.verificationKey().encode()));
        return share;
    }

    private static <S> S kind(Peer self, Held held, Function<StoredShare, S> kind) {
        try {
            return kind.apply(held.share());
        } catch (IllegalArgumentException other) {
            throw new Failure(held.file() + " of " + self + " is of another kind of key", other);
        }
    }

    private static void requireOwn(
            Peer self, Held held, int index, List<Bytes> verificationKeys, Bytes verificationKey) {
        boolean own = index == self.id()
                && index <= verificationKeys.size()
                && verificationKeys.get(index - 1).equals(verificationKey);
        if (!own) {
            throw notOwn(self, held, new IllegalArgumentException("another verification key"));
        }
    }

    private static Failure notOwn(Peer self, Held held, IllegalArgumentException why) {
        return new Failure(held.file() + " of " + self + " is not the share in genesis or of its public part", why);
    }

    private static void requireNamed(
            Peer self, Held held, NamespaceId namespace, long epoch, NamespaceId recorded, long recordedEpoch) {
        if (!namespace.equals(recorded) || epoch != recordedEpoch) {
            throw new Failure("the public part beside " + held.file() + " of " + self + " is of another key");
        }
    }

    private static Failure noRecord(Peer self, Held held) {
        return new Failure(held.file() + " of " + self + " is not in genesis and has no public part beside it");
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
