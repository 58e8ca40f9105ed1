package io.florin.identity;

import io.florin.ceremony.AuditKeys;
import io.florin.ceremony.KeyRecord;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.identity.NodeSecrets.Held;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.AuditParameters;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A member's shares of audit keys, each checked against public points: those of the record beside it, which must be of
/// the key in genesis where that has one of the epoch; without a record those in genesis.
final class AuditShares {
    private AuditShares() {}

    /// By namespace, the newest first, and of one epoch the share before a refresh last; a currency without passive
    /// audit has none.
    ///
    /// @throws Failure if a share is not this member's of its key
    static Map<NamespaceId, List<AuditShare>> of(Peer self, NetworkConfiguration configuration, NodeSecrets secrets) {
        Map<NamespaceId, List<AuditShare>> shares = new LinkedHashMap<>();
        for (Namespace namespace : configuration.namespaces()) {
            List<AuditKey> inGenesis =
                    namespace.hidden().map(HiddenCurrency::auditKeys).orElse(List.of());
            if (!inGenesis.isEmpty()) {
                List<AuditShare> ofNamespace = new ArrayList<>();
                secrets.held(namespace.id())
                        .forEach((epoch, held) -> held.reversed().forEach(each -> {
                            AuditPublicKey key = key(self, namespace.id(), epoch, inGenesis, each);
                            ofNamespace.addFirst(share(self, epoch, each, key));
                        }));
                shares.put(namespace.id(), List.copyOf(ofNamespace));
            }
        }
        return shares;
    }

    private static AuditPublicKey key(
            Peer self, NamespaceId namespace, long epoch, List<AuditKey> inGenesis, Held held) {
        Optional<AuditKey> first =
                inGenesis.stream().filter(key -> key.epoch() == epoch).findFirst();
        Optional<AuditKey> recorded = held.record().map(record -> recorded(self, namespace, epoch, held, record));
        if (recorded.isPresent() && first.isPresent() && !recorded.get().isSameKey(first.get())) {
            throw new Failure(held.file() + " of " + self + " is not of the key in genesis");
        }
        AuditKey key = recorded.or(() -> first)
                .orElseThrow(() -> new Failure(
                        held.file() + " of " + self + " is not in genesis and has no public part beside it"));
        return AuditParameters.of(key).key();
    }

    private static AuditKey recorded(Peer self, NamespaceId namespace, long epoch, Held held, KeyRecord record) {
        if (record.charter().namespace() != namespace.value()
                || record.charter().epoch() != epoch) {
            throw new Failure("the public part beside " + held.file() + " of " + self + " is of another key");
        }
        try {
            return record.auditKey();
        } catch (IllegalArgumentException malformed) {
            throw new Failure("the public part of " + held.file() + " is malformed", malformed);
        }
    }

    private static AuditShare share(Peer self, long epoch, Held held, AuditPublicKey key) {
        try (held) {
            if (held.share().index() == self.id()) {
                return new AuditShare(epoch, AuditKeys.share(held.share(), key));
            }
        } catch (IllegalArgumentException other) {
            throw new Failure(held.file() + " of " + self + " is not the share of its key", other);
        }
        throw new Failure(held.file() + " of " + self + " is not the share of this member");
    }
}
