package io.florin.ledger.rules;

import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import java.util.List;

/// Warnings wherever people choose or see an audit policy under which the auditor signs nothing off. Pure.
public final class AuditWarnings {

    private AuditWarnings() {}

    /// A sentence for each currency under [AuditPolicy#NEVER].
    public static List<String> of(NetworkConfiguration configuration) {
        return configuration.namespaces().stream()
                .filter(namespace -> !namespace.currency().isEmpty() && namespace.auditPolicy() == AuditPolicy.NEVER)
                .map(AuditWarnings::warning)
                .toList();
    }

    private static String warning(Namespace namespace) {
        boolean sealed = namespace
                .hidden()
                .map(HiddenCurrency::auditKeys)
                .filter(keys -> !keys.isEmpty())
                .isPresent();
        String none = "Audit policy NEVER: no payment of " + namespace.currency()
                + ", however large, waits for the auditor before it settles";
        return sealed
                ? none + "; it can be opened afterwards, by case and by enough members of the audit authority."
                : none + ".";
    }
}
