package io.florin.ledger.rules;

import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.PrivacyModel;
import java.util.Optional;

/// Currencies whose amounts nobody could ever see. Where amounts are hidden the auditor signs every payment off, or
/// payments are sealed to an audit key and opened by case (protocol decision 26); with neither, limits and every rule
/// about amounts would be promises that no one can keep or check. Endorsers, the officers' service and genesis ask.
/// Pure.
public final class UnseenAmounts {

    private UnseenAmounts() {}

    /// The first currency of that kind, in words; empty where there is none.
    public static Optional<String> flaw(NetworkConfiguration configuration) {
        return configuration.namespaces().stream()
                .filter(UnseenAmounts::isUnseen)
                .findFirst()
                .map(namespace -> "amounts of " + namespace.currency()
                        + " are hidden and nobody could see one: the audit policy is ALWAYS, or there is an audit key");
    }

    /// @throws IllegalArgumentException naming the currency
    public static void refuse(NetworkConfiguration first) {
        flaw(first).ifPresent(flaw -> {
            throw new IllegalArgumentException(flaw);
        });
    }

    private static boolean isUnseen(Namespace namespace) {
        boolean sealed = namespace
                .hidden()
                .map(HiddenCurrency::auditKeys)
                .filter(keys -> !keys.isEmpty())
                .isPresent();
        return hidesAmounts(namespace) && namespace.auditPolicy() != AuditPolicy.ALWAYS && !sealed;
    }

    private static boolean hidesAmounts(Namespace namespace) {
        return namespace.hidden().isPresent()
                && PrivacyModel.ofRulesVersion(namespace.rulesVersion()).hidesValue();
    }
}
