package io.florin.runtime.identity;

import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.AuditParameters;
import io.florin.runtime.Failure;
import io.florin.runtime.ceremony.AuditKeys;
import io.florin.runtime.identity.NodeSecrets.Held;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A member's shares of the audit keys in genesis, each checked against the key's public points.
final class AuditShares {
    private AuditShares() {}

    /// By namespace; a currency without passive audit has none.
    ///
    /// @throws Failure if a share is not this member's of the key in genesis
    static Map<NamespaceId, AuditKeyShare> of(Peer self, NetworkConfiguration configuration, NodeSecrets secrets) {
        Map<NamespaceId, AuditKeyShare> shares = new LinkedHashMap<>();
        for (Namespace namespace : configuration.namespaces()) {
            Optional<AuditKey> key = namespace.hidden().flatMap(HiddenCurrency::auditKey);
            key.ifPresent(named -> secrets.held(namespace.id()).forEach((epoch, held) -> {
                if (epoch == named.epoch()) {
                    shares.put(namespace.id(), share(self, held.getFirst(), named));
                }
            }));
        }
        return shares;
    }

    private static AuditKeyShare share(Peer self, Held held, AuditKey key) {
        try {
            if (held.share().index() == self.id()) {
                return AuditKeys.share(held.share(), AuditParameters.of(key).key());
            }
        } catch (IllegalArgumentException other) {
            throw new Failure(held.file() + " of " + self + " is not the share in genesis", other);
        }
        throw new Failure(held.file() + " of " + self + " is not the share in genesis");
    }
}
