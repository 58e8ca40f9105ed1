package io.florin.ledger.rules;

import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.rail.InstantRail;
import java.util.Optional;

/// Instant rails that cannot be: one of a currency that hides something, since a rail shows its payments to every
/// authority; one of a currency of which the auditor signs off payments, all or those above a threshold, since nobody
/// waits for that on a rail, and a deposit to oneself and an order to somebody else's key on the ledger would go past
/// it; one with keys that are none. Endorsers, the officers' service and genesis ask. Pure.
public final class RailSettings {

    private RailSettings() {}

    /// The first such rail, in words; empty where there is none.
    public static Optional<String> flaw(NetworkId network, NetworkConfiguration configuration) {
        return configuration.rails().stream()
                .flatMap(rail -> flaw(network, rail, configuration).stream())
                .findFirst();
    }

    /// @throws IllegalArgumentException naming the rail
    public static void refuse(NetworkId network, NetworkConfiguration configuration) {
        flaw(network, configuration).ifPresent(flaw -> {
            throw new IllegalArgumentException(flaw);
        });
    }

    private static Optional<String> flaw(NetworkId network, InstantRail rail, NetworkConfiguration configuration) {
        String name = "rail " + rail.id().value();
        Optional<Namespace> currency = configuration
                .namespace(rail.currency())
                .filter(each -> !each.currency().isEmpty());
        if (currency.isEmpty()) {
            return Optional.of(name + " is of no currency");
        }
        if (currency.get().rulesVersion() != ClearTokenRules.VERSION) {
            return Optional.of(name + ": " + currency.get().currency()
                    + " is a hidden currency, and a rail serves those in the clear");
        }
        if (currency.get().auditPolicy() != AuditPolicy.NEVER) {
            return Optional.of(name + ": the auditor signs off payments of "
                    + currency.get().currency() + ", and none on a rail");
        }
        return RailRules.hasKeys(network, rail) ? Optional.empty() : Optional.of(name + " has a key that is none");
    }
}
