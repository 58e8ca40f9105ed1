package io.florin.centralbank.configuration;

import io.florin.centralbank.configuration.ConfigurationProposal.Difference;
import io.florin.centralbank.protocol.MoneyText;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.privacy.PrivacyModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// A configuration in words, every setting of it but the version: what an officer reads before signing. Nothing is left
/// out, so two configurations without a difference here are the same but for their version.
final class SettingsText {
    private static final MoneyText MONEY = new MoneyText();

    private SettingsText() {}

    /// Differences, in the order of the settings.
    static List<Difference> differences(NetworkConfiguration before, NetworkConfiguration after) {
        Map<String, String> old = of(before);
        Map<String, String> renewed = of(after);
        Set<String> names = new LinkedHashSet<>(old.keySet());
        names.addAll(renewed.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String name : names) {
            Difference difference = new Difference(name, old.getOrDefault(name, ""), renewed.getOrDefault(name, ""));
            if (!difference.before().equals(difference.after())) {
                differences.add(difference);
            }
        }
        return differences;
    }

    /// Names and values, in the order of the configuration.
    static Map<String, String> of(NetworkConfiguration configuration) {
        Map<String, String> settings = new LinkedHashMap<>();
        configuration.namespaces().forEach(namespace -> put(settings, namespace));
        settings.put(
                "officers who must sign",
                Integer.toString(configuration.officers().approvalsRequired()));
        put(settings, "key of officer", configuration.officers().keys());
        put(settings, "key of auditor", configuration.auditors());
        for (Tier tier : configuration.tiers()) {
            String name = "tier " + tier.id() + " (" + tier.name() + "): ";
            settings.put(name + "largest payment", money(tier.paymentMax().minorUnits()));
            settings.put(name + "largest holding", money(tier.holdingMax().minorUnits()));
        }
        settings.put(
                "blocks until expiry, at most",
                Long.toString(configuration.limits().expiryBlocksMax()));
        settings.put("silence of registration, at most", configuration.limits().heartbeatMillisMax() + " ms");
        configuration.endorserGroups().forEach(group -> put(settings, group));
        putOrdering(settings, configuration);
        settings.put(
                "committers that may lie",
                Integer.toString(configuration.committers().liars()));
        put(settings, "key of committer", configuration.committers().keys());
        settings.put("key of registration", configuration.registrationKey().toHex());
        return settings;
    }

    private static void put(Map<String, String> settings, Namespace namespace) {
        String name = "namespace " + namespace.id().value() + " (" + namespace.name() + "): ";
        settings.put(name + "currency", namespace.currency());
        settings.put(name + "decimals", Integer.toString(namespace.minorDigits()));
        settings.put(name + "version of the rules", Integer.toString(namespace.rulesVersion()));
        settings.put(name + "audit policy", namespace.auditPolicy().name());
        settings.put(name + "audit threshold", money(namespace.auditThreshold().minorUnits()));
        if (namespace.hidden().isPresent()) {
            settings.put(
                    name + "what it hides",
                    PrivacyModel.ofRulesVersion(namespace.rulesVersion()).name().toLowerCase(Locale.ROOT));
            put(settings, name, namespace.hidden().get());
        }
    }

    private static void put(Map<String, String> settings, String name, HiddenCurrency hidden) {
        settings.put(name + "key of credentials", hidden.credentialKey().toHex());
        settings.put(name + "bits of a value", Integer.toString(hidden.rangeBits()));
        settings.put(name + "values in a range proof", Integer.toString(hidden.rangeValues()));
        settings.put(name + "points in proofs", hidden.uncompressed() ? "uncompressed" : "compressed");
        hidden.auditKeys().forEach(key -> put(settings, name, key));
        for (CertifierGroup group : hidden.certifiers()) {
            String certifiers = name + "certifiers of epoch " + group.epoch() + ": ";
            settings.put(certifiers + "how many must sign", Integer.toString(group.threshold()));
            settings.put(certifiers + "key of the group", group.groupKey().toHex());
            settings.put(certifiers + "signature on padding", group.padding().toHex());
            int share = 1;
            for (Bytes key : group.verificationKeys()) {
                settings.put(certifiers + "key of share " + share++, key.toHex());
            }
        }
    }

    private static void put(Map<String, String> settings, String name, AuditKey key) {
        String audit = name + "audit key of epoch " + key.epoch() + ": ";
        settings.put(audit + "members who must open", Integer.toString(key.threshold()));
        settings.put(audit + "key", key.point().toHex());
        int share = 1;
        for (Bytes point : key.verificationPoints()) {
            settings.put(audit + "key of share " + share++, point.toHex());
        }
    }

    private static void put(Map<String, String> settings, EndorserGroup group) {
        String name = "endorsers of namespace " + group.namespace().value() + ", epoch " + group.epoch() + ": ";
        settings.put(name + "how they sign", group.scheme().name());
        settings.put(name + "how many must sign", Integer.toString(group.threshold()));
        settings.put(name + "key of the group", group.groupKey().toHex());
        int share = 1;
        for (Bytes key : group.verificationKeys()) {
            settings.put(name + "key of share " + share++, key.toHex());
        }
    }

    private static void putOrdering(Map<String, String> settings, NetworkConfiguration configuration) {
        settings.put(
                "ordering parties that may fail",
                Integer.toString(configuration.ordering().faults()));
        settings.put(
                "ordering parties may lie",
                Boolean.toString(configuration.ordering().byzantine()));
        configuration
                .ordering()
                .parties()
                .forEach(party -> settings.put(
                        "ordering party " + party.id() + " (" + party.name() + ")",
                        party.key().toHex()));
    }

    private static void put(Map<String, String> settings, String name, List<Bytes32> keys) {
        for (int index = 0; index < keys.size(); index++) {
            settings.put(name + " " + index, keys.get(index).toHex());
        }
    }

    private static String money(long minorUnits) {
        return MONEY.text(minorUnits) + " (" + minorUnits + " minor units)";
    }
}
