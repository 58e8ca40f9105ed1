package io.florin.centralbank.configuration;

import io.florin.centralbank.protocol.ConfigurationProblem;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Limits;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Officers;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.rules.AuditWarnings;
import io.florin.ledger.rules.FixedSettings;
import io.florin.ledger.rules.RailSettings;
import io.florin.ledger.rules.UnseenAmounts;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Rules of succession of configurations. Stricter than the ledger's rules, which take whatever m officers sign: nodes'
/// identities stay, threshold keys change as [KeyRules] says, and no change leaves the network without a way back by
/// another change. Pure.
final class ChangeRules {
    private static final int OFFICERS_MIN = 2;
    private static final long EXPIRY_BLOCKS_MIN = 10;
    private static final long EXPIRY_BLOCKS_MAX = 1_000_000;

    private ChangeRules() {}

    /// @param name stands in the charters of its key ceremonies
    record Network(String name, NetworkId id) {}

    /// The configuration that the form asks for, on top of the one in force.
    ///
    /// @param network whose configuration it is
    /// @throws io.florin.runtime.http.ProblemException when it cannot follow the one in force
    static NetworkConfiguration next(NetworkConfiguration inForce, ChangeForm form, Network network) {
        if (form.baseVersion() != inForce.version()) {
            throw ConfigurationProblem.CONFIGURATION_MOVED.refusal(
                    "Version " + inForce.version() + " is in force, not " + form.baseVersion() + ".");
        }
        NetworkConfiguration next;
        try {
            next = new NetworkConfiguration(
                    inForce.version() + 1,
                    inForce.ordering(),
                    form.keys() == null
                            ? inForce.endorserGroups()
                            : KeyRules.endorsers(inForce, form.keys(), network.name()),
                    namespaces(inForce, form, network),
                    officers(inForce, form),
                    form.auditors() == null ? inForce.auditors() : keys(form.auditors()),
                    inForce.committers(),
                    inForce.registrationKey(),
                    tiers(inForce, form),
                    limits(inForce, form),
                    inForce.rails());
        } catch (IllegalArgumentException impossible) {
            throw impossible(String.valueOf(impossible.getMessage()));
        }
        check(inForce, next, network);
        return next;
    }

    /// Anybody may have written into the database: this is asked again before an officer signs.
    ///
    /// @throws io.florin.runtime.http.ProblemException when it cannot follow the one in force
    static void check(NetworkConfiguration inForce, NetworkConfiguration next, Network network) {
        if (next.version() != inForce.version() + 1) {
            throw ConfigurationProblem.CONFIGURATION_MOVED.refusal();
        }
        checkFixed(inForce, next);
        KeyRules.check(inForce, next, network.id());
        checkOfficers(inForce.officers(), next.officers());
        checkAudit(next);
        RailSettings.flaw(network.id(), next).ifPresent(flaw -> {
            throw impossible(flaw);
        });
        long blocks = next.limits().expiryBlocksMax();
        if (blocks < EXPIRY_BLOCKS_MIN || blocks > EXPIRY_BLOCKS_MAX) {
            throw impossible("expiryBlocksMax is " + EXPIRY_BLOCKS_MIN + " to " + EXPIRY_BLOCKS_MAX);
        }
        if (next.encode().length > SettlementTransaction.VALUE_SIZE_MAX) {
            throw impossible("the configuration is too large for the ledger");
        }
        if (SettingsText.differences(inForce, next).isEmpty()) {
            throw ConfigurationProblem.NOTHING_CHANGES.refusal();
        }
    }

    /// Warnings to officers about a change, before they sign it.
    static List<String> warnings(NetworkConfiguration inForce, NetworkConfiguration next) {
        List<String> warnings = new ArrayList<>(AuditWarnings.of(next));
        warnings.addAll(KeyRules.warnings(inForce, next));
        return warnings;
    }

    private static void checkFixed(NetworkConfiguration inForce, NetworkConfiguration next) {
        FixedSettings.changed(inForce, next).ifPresent(ChangeRules::refuseFixed);
        if (!tiers(next).equals(tiers(inForce))) {
            refuseFixed("which tiers exist");
        }
    }

    private static void refuseFixed(String what) {
        throw ConfigurationProblem.FIXED_SETTING.refusal("Fixed while the network runs: " + what + ".");
    }

    private static List<Tier> tiers(NetworkConfiguration configuration) {
        return configuration.tiers().stream()
                .map(tier -> new Tier(tier.id(), tier.name(), Amount.ZERO, Amount.ZERO))
                .toList();
    }

    /// A mistyped key must not lock everybody out: as many officers as must sign keep their keys.
    private static void checkOfficers(Officers inForce, Officers next) {
        if (next.approvalsRequired() < OFFICERS_MIN) {
            throw impossible("at least two officers approve, or one alone could make money");
        }
        for (Bytes32 key : next.keys()) {
            if (!Ed25519.isValidPublicKey(key)) {
                throw impossible("an officer's key is no Ed25519 public key");
            }
        }
        Set<Bytes32> staying = new HashSet<>(inForce.keys());
        staying.retainAll(next.keys());
        if (staying.size() < next.approvalsRequired()) {
            throw impossible("as many officers as must sign keep their keys; replace officers step by step");
        }
    }

    private static void checkAudit(NetworkConfiguration next) {
        boolean asks = next.namespaces().stream().anyMatch(namespace -> namespace.auditPolicy() != AuditPolicy.NEVER);
        if (asks && next.auditors().isEmpty()) {
            throw impossible("the audit policy asks for an auditor and there is none");
        }
        UnseenAmounts.flaw(next).ifPresent(flaw -> {
            throw impossible(flaw);
        });
        if (next.auditors().stream().anyMatch(key -> !Ed25519.isValidPublicKey(key))) {
            throw impossible("an auditor's key is no Ed25519 public key");
        }
        if (new HashSet<>(next.auditors()).size() != next.auditors().size()) {
            throw impossible("each of the auditors has a key of its own");
        }
    }

    private static List<Namespace> namespaces(NetworkConfiguration inForce, ChangeForm form, Network network) {
        ChangeForm.Keys keys = form.keys();
        List<Namespace> audited = audited(inForce, form);
        return keys == null
                ? audited
                : KeyRules.auditKeys(KeyRules.certifiers(audited, keys, network.name()), keys, network.name());
    }

    private static List<Namespace> audited(NetworkConfiguration inForce, ChangeForm form) {
        ChangeForm.Audit audit = form.audit();
        if (audit == null) {
            return inForce.namespaces();
        }
        List<Namespace> namespaces = new ArrayList<>();
        for (Namespace namespace : inForce.namespaces()) {
            Amount threshold = audit.threshold() == null ? namespace.auditThreshold() : Amount.of(audit.threshold());
            namespaces.add(namespace.currency().isEmpty() ? namespace : namespace.withAudit(audit.policy(), threshold));
        }
        return namespaces;
    }

    private static Officers officers(NetworkConfiguration inForce, ChangeForm form) {
        ChangeForm.Officers officers = form.officers();
        return officers == null
                ? inForce.officers()
                : new Officers(officers.approvalsRequired(), keys(officers.keys()));
    }

    private static List<Bytes32> keys(List<String> hex) {
        return hex.stream().map(Bytes32::fromHex).toList();
    }

    private static List<Tier> tiers(NetworkConfiguration inForce, ChangeForm form) {
        if (form.tiers() == null) {
            return inForce.tiers();
        }
        Map<Integer, Tier> tiers = new TreeMap<>();
        inForce.tiers().forEach(tier -> tiers.put(tier.id(), tier));
        Set<Integer> named = new HashSet<>();
        for (ChangeForm.TierLimits limits : form.tiers()) {
            Tier before = tiers.get(limits.id());
            if (before == null || !named.add(limits.id())) {
                throw impossible("tier " + limits.id() + (before == null ? " does not exist" : " is named twice"));
            }
            tiers.put(
                    before.id(),
                    new Tier(
                            before.id(),
                            before.name(),
                            Amount.of(limits.paymentMax()),
                            Amount.of(limits.holdingMax())));
        }
        return new ArrayList<>(tiers.values());
    }

    private static Limits limits(NetworkConfiguration inForce, ChangeForm form) {
        ChangeForm.Limits limits = form.limits();
        return limits == null
                ? inForce.limits()
                : new Limits(limits.expiryBlocksMax(), inForce.limits().heartbeatMillisMax());
    }

    private static RuntimeException impossible(String why) {
        return ConfigurationProblem.IMPOSSIBLE_CONFIGURATION.refusal(
                Character.toUpperCase(why.charAt(0)) + why.substring(1) + ".");
    }
}
