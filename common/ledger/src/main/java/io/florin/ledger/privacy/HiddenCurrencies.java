package io.florin.ledger.privacy;

import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The public parameters of a network's hidden currencies, made once for each that configurations name. Any thread.
public final class HiddenCurrencies {
    private static final int KEPT_MAX = 64;

    private record Key(NamespaceId namespace, int rulesVersion, HiddenCurrency hidden, long certifierEpoch) {}

    private final NetworkId network;
    private final Map<Key, PublicParameters> made = new ConcurrentHashMap<>();

    public HiddenCurrencies(NetworkId network) {
        this.network = network;
    }

    /// The parameters in force.
    ///
    /// @return empty when there is no such namespace, it hides nothing, or no certifiers have this epoch
    public Optional<PublicParameters> find(
            NetworkConfiguration configuration, NamespaceId namespace, long certifierEpoch) {
        return configuration
                .namespace(namespace)
                .filter(found -> found.hidden().isPresent())
                .filter(found -> isEpoch(found, certifierEpoch))
                .map(found -> parameters(found, certifierEpoch));
    }

    private static boolean isEpoch(Namespace namespace, long certifierEpoch) {
        HiddenCurrency hidden = namespace.hidden().orElseThrow();
        return hidden.certifiers().isEmpty()
                ? certifierEpoch == 0
                : hidden.certifiers().stream().anyMatch(group -> group.epoch() == certifierEpoch);
    }

    private PublicParameters parameters(Namespace namespace, long certifierEpoch) {
        if (made.size() > KEPT_MAX) {
            made.clear();
        }
        Key key = new Key(
                namespace.id(), namespace.rulesVersion(), namespace.hidden().orElseThrow(), certifierEpoch);
        return made.computeIfAbsent(key, _ -> PublicParameters.of(network, namespace, certifierEpoch));
    }
}
