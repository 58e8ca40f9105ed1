package io.florin.centralbank.configuration;

import io.florin.centralbank.configuration.ChangeForm.KeyHolders;
import io.florin.centralbank.protocol.ConfigurationProblem;
import io.florin.ceremony.KeyRecord;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.ecdsa.P256Point;
import io.florin.crypto.ps.PsKeys;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsVerificationKey;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.PublicParameters;
import io.florin.ledger.rules.AuditKeyRules;
import io.florin.runtime.internal.NodeRole;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Rules of succession of the keys of endorsers, certifiers and the audit authority. Pure.
///
/// | keys of | added | ended |
/// |---|---|---|
/// | endorsers, for each namespace | one, of a later epoch, beside the one in force | the older of two |
/// | certifiers, for each unlinkable currency | of a later epoch; new shares of a key that is there | any but the newest |
/// | audit members, for each currency under passive audit | of the next epoch; new shares of a key that is there | any but the newest |
///
/// The newest key in force always stays, so no change leaves a namespace to a key that never signed anything, or a
/// currency without audit. Whoever adds points must show that they are a sharing of their key.
final class KeyRules {
    private static final int SIGNERS_MIN = 2;

    private KeyRules() {}

    /// The endorsers' groups that the form asks for.
    ///
    /// @param network name of the network, which stands in the charters of its ceremonies
    static List<EndorserGroup> endorsers(NetworkConfiguration inForce, ChangeForm.Keys keys, String network) {
        List<EndorserGroup> groups = new ArrayList<>(inForce.endorserGroups());
        for (ChangeForm.KeyName ended : keys.endedOf(KeyHolders.ENDORSERS)) {
            if (!groups.removeIf(
                    group -> group.namespace().value() == ended.namespace() && group.epoch() == ended.epoch())) {
                throw missing(ended);
            }
        }
        for (KeyRecord record : records(keys, network, NodeRole.ENDORSER)) {
            if (record.charter().kind() == Kind.REFRESH) {
                throw impossible("new shares of endorsers' key change nothing in the configuration");
            }
            groups.add(readable(record, KeyRecord::endorserGroup));
        }
        groups.sort(Comparator.comparing(EndorserGroup::namespace).thenComparing(EndorserGroup::epoch));
        return groups;
    }

    /// The namespaces with the certifiers' groups that the form asks for.
    static List<Namespace> certifiers(List<Namespace> namespaces, ChangeForm.Keys keys, String network) {
        List<KeyRecord> added = records(keys, network, NodeRole.CERTIFIER);
        List<ChangeForm.KeyName> ended = keys.endedOf(KeyHolders.CERTIFIERS);
        for (int namespace : concat(added, ended)) {
            if (namespaces.stream()
                    .noneMatch(each -> each.id().value() == namespace
                            && each.hidden()
                                    .filter(hidden -> !hidden.certifiers().isEmpty())
                                    .isPresent())) {
                throw impossible("namespace " + namespace + " has no certifiers");
            }
        }
        return namespaces.stream()
                .map(namespace -> namespace
                        .hidden()
                        .filter(hidden -> !hidden.certifiers().isEmpty())
                        .map(hidden -> namespace.withHidden(certifiers(namespace.id(), hidden, added, ended)))
                        .orElse(namespace))
                .toList();
    }

    /// The namespaces with the audit keys that the form asks for.
    static List<Namespace> auditKeys(List<Namespace> namespaces, ChangeForm.Keys keys, String network) {
        List<KeyRecord> added = records(keys, network, NodeRole.AUDIT_MEMBER);
        List<ChangeForm.KeyName> ended = keys.endedOf(KeyHolders.AUDIT_MEMBERS);
        for (int namespace : concat(added, ended)) {
            if (namespaces.stream()
                    .noneMatch(each -> each.id().value() == namespace
                            && each.hidden().flatMap(HiddenCurrency::auditKey).isPresent())) {
                throw impossible("namespace " + namespace + " is not under passive audit");
            }
        }
        return namespaces.stream()
                .map(namespace -> namespace
                        .hidden()
                        .map(hidden -> namespace.withHidden(auditKeys(namespace.id(), hidden, added, ended)))
                        .orElse(namespace))
                .toList();
    }

    private static HiddenCurrency auditKeys(
            NamespaceId namespace, HiddenCurrency hidden, List<KeyRecord> added, List<ChangeForm.KeyName> ended) {
        List<AuditKey> keys = new ArrayList<>(hidden.auditKeys());
        for (ChangeForm.KeyName name : ended) {
            if (name.namespace() == namespace.value() && !keys.removeIf(key -> key.epoch() == name.epoch())) {
                throw missing(name);
            }
        }
        for (KeyRecord record : added) {
            if (record.charter().namespace() == namespace.value()) {
                AuditKey key = readable(record, KeyRecord::auditKey);
                boolean known = keys.removeIf(each -> each.epoch() == key.epoch());
                requireKind(record, known, "the audit authority", key.epoch());
                keys.add(key);
            }
        }
        keys.sort(Comparator.comparing(AuditKey::epoch));
        return hidden.withAuditKeys(keys);
    }

    private static void requireKind(KeyRecord record, boolean known, String whose, long epoch) {
        if (known != (record.charter().kind() == Kind.REFRESH)) {
            throw impossible(
                    known
                            ? "a key of " + whose + " of epoch " + epoch + " is in force"
                            : "new shares of a key of " + whose + " that is not in force");
        }
    }

    private static List<Integer> concat(List<KeyRecord> added, List<ChangeForm.KeyName> ended) {
        List<Integer> namespaces = new ArrayList<>(
                added.stream().map(record -> record.charter().namespace()).toList());
        ended.forEach(name -> namespaces.add(name.namespace()));
        return namespaces;
    }

    private static HiddenCurrency certifiers(
            NamespaceId namespace, HiddenCurrency hidden, List<KeyRecord> added, List<ChangeForm.KeyName> ended) {
        List<CertifierGroup> groups = new ArrayList<>(hidden.certifiers());
        for (ChangeForm.KeyName name : ended) {
            if (name.namespace() == namespace.value() && !groups.removeIf(group -> group.epoch() == name.epoch())) {
                throw missing(name);
            }
        }
        for (KeyRecord record : added) {
            if (record.charter().namespace() == namespace.value()) {
                CertifierGroup group = readable(record, KeyRecord::certifierGroup);
                boolean known = groups.removeIf(each -> each.epoch() == group.epoch());
                requireKind(record, known, "certifiers", group.epoch());
                groups.add(group);
            }
        }
        groups.sort(Comparator.comparing(CertifierGroup::epoch));
        return hidden.withCertifiers(groups);
    }

    private static List<KeyRecord> records(ChangeForm.Keys keys, String network, NodeRole role) {
        List<KeyRecord> records = new ArrayList<>();
        for (String encoded : keys.allAdded()) {
            KeyRecord record;
            try {
                record = KeyRecord.decode(Base64.getMimeDecoder().decode(encoded));
            } catch (DecodeException | IllegalArgumentException unreadable) {
                throw impossible(
                        "what is added is not the public part of a key, as a ceremony leaves it beside shares");
            }
            if (!record.charter().network().equals(network)) {
                throw impossible("a key that was made for the network "
                        + record.charter().network());
            }
            if (record.charter().purpose().role() == role) {
                records.add(record);
            }
        }
        return records;
    }

    private interface Reading<T> {
        T of(KeyRecord record);
    }

    private static <T> T readable(KeyRecord record, Reading<T> reading) {
        try {
            return reading.of(record);
        } catch (IllegalArgumentException malformed) {
            throw impossible("the points of a key that is added do not belong together");
        }
    }

    /// Anybody may have written into the database, so this looks at configurations alone.
    static void check(NetworkConfiguration inForce, NetworkConfiguration next, NetworkId network) {
        checkEndorsers(inForce, next);
        for (Namespace namespace : next.namespaces()) {
            inForce.hidden(namespace.id()).ifPresent(before -> {
                checkCertifiers(before, namespace, network);
                checkAuditKeys(before, namespace);
            });
        }
    }

    private static void checkAuditKeys(HiddenCurrency inForce, Namespace next) {
        HiddenCurrency hidden = next.hidden().orElseThrow();
        AuditKeyRules.flaw(inForce, hidden).ifPresent(flaw -> {
            throw impossible(flaw);
        });
    }

    private static void checkEndorsers(NetworkConfiguration inForce, NetworkConfiguration next) {
        for (EndorserGroup group : next.endorserGroups()) {
            Optional<EndorserGroup> newest = inForce.endorserGroup(group.namespace());
            if (newest.isEmpty()) {
                throw impossible("endorsers of a namespace that has none");
            }
            if (inForce.endorserGroups().contains(group)) {
                continue;
            }
            if (group.epoch() <= newest.get().epoch()) {
                throw impossible("a new key of endorsers has a later epoch than the one in force");
            }
            checkNew(group);
        }
        for (EndorserGroup group : inForce.endorserGroups()) {
            boolean newest = inForce.endorserGroup(group.namespace())
                    .filter(group::equals)
                    .isPresent();
            if (newest && !next.endorserGroups().contains(group)) {
                throw impossible("the newest key of endorsers stays; an older one ends when a newer one has signed");
            }
        }
    }

    private static void checkNew(EndorserGroup group) {
        if (group.threshold() < SIGNERS_MIN) {
            throw impossible("at least two endorsers sign, or one alone could make money");
        }
        if (new HashSet<>(group.verificationKeys()).size()
                != group.verificationKeys().size()) {
            throw impossible("each endorser has a share of its own");
        }
        List<Bytes> points = new ArrayList<>(group.verificationKeys());
        points.add(group.groupKey());
        for (Bytes point : points) {
            if (!isPublicKey(group, point.toArray())) {
                throw impossible("a key of endorsers is no public key of its scheme");
            }
        }
        try {
            GroupKeys.requireSharing(group.scheme(), group.threshold(), group.groupKey(), group.verificationKeys());
        } catch (IllegalArgumentException apart) {
            throw impossible("a key of endorsers whose points do not belong together");
        }
    }

    private static boolean isPublicKey(EndorserGroup group, byte[] encoded) {
        try {
            return switch (group.scheme()) {
                case BLS_G1 -> BlsPublicKey.decode(encoded) != null;
                case FROST_ED25519 -> Ed25519.isValidPublicKey(Bytes32.of(encoded));
                case ECDSA_P256 -> P256Point.decode(encoded) != null;
            };
        } catch (IllegalArgumentException noPoint) {
            return false;
        }
    }

    private static void checkCertifiers(HiddenCurrency inForce, Namespace next, NetworkId network) {
        List<CertifierGroup> before = inForce.certifiers();
        List<CertifierGroup> after = next.hidden().orElseThrow().certifiers();
        if (before.equals(after)) {
            return;
        }
        if (before.isEmpty() || after.stream().noneMatch(group -> isSameKey(group, before.getLast()))) {
            throw impossible("the newest key of certifiers stays");
        }
        for (CertifierGroup group : after) {
            if (before.contains(group)) {
                continue;
            }
            boolean known = before.stream().anyMatch(each -> isSameKey(each, group));
            if (!known && group.epoch() <= before.getLast().epoch()) {
                throw impossible("a new key of certifiers has a later epoch than the one in force");
            }
            checkNew(group, next, network);
        }
    }

    /// The key with the same number of holders; the shares may be others.
    private static boolean isSameKey(CertifierGroup one, CertifierGroup other) {
        return one.epoch() == other.epoch()
                && one.threshold() == other.threshold()
                && one.groupKey().equals(other.groupKey())
                && one.padding().equals(other.padding())
                && one.verificationKeys().size() == other.verificationKeys().size();
    }

    private static void checkNew(CertifierGroup group, Namespace namespace, NetworkId network) {
        if (group.threshold() < SIGNERS_MIN) {
            throw impossible("at least two certifiers sign, or one alone could make money");
        }
        try {
            PublicParameters.of(network, namespace, group.epoch());
            for (int index = 1; index <= group.verificationKeys().size(); index++) {
                PsVerificationKey.decode(
                        index, group.verificationKeys().get(index - 1).toArray());
            }
            PsKeys.requireSharing(
                    PsPublicKey.decode(group.groupKey().toArray()), group.threshold(), group.verificationKeys());
        } catch (IllegalArgumentException unusable) {
            throw impossible("a key of certifiers that cannot be used: " + unusable.getMessage());
        }
    }

    /// Warnings that officers should know before they sign.
    static List<String> warnings(NetworkConfiguration before, NetworkConfiguration after) {
        List<String> warnings = new ArrayList<>();
        for (EndorserGroup group : before.endorserGroups()) {
            if (after.endorserGroup(group.namespace(), group.epoch()).isEmpty()) {
                warnings.add("Epoch " + group.epoch() + " of the endorsers of namespace "
                        + group.namespace().value()
                        + " ends: what was endorsed under it and is not ordered yet has no status until it expires.");
            }
        }
        for (Namespace namespace : before.namespaces()) {
            for (CertifierGroup group : certifiers(before, namespace.id())) {
                if (certifiers(after, namespace.id()).stream().noneMatch(each -> each.epoch() == group.epoch())) {
                    warnings.add("Epoch " + group.epoch() + " of the certifiers of namespace "
                            + namespace.id().value()
                            + " ends: tokens certified under it are spent again only after their owners have asked"
                            + " certifiers for them by name.");
                }
            }
            for (AuditKey key : auditKeys(before, namespace.id())) {
                if (auditKeys(after, namespace.id()).stream().noneMatch(each -> each.epoch() == key.epoch())) {
                    warnings.add("Epoch " + key.epoch() + " of the audit key of namespace "
                            + namespace.id().value()
                            + " ends: nobody checks any more that its members can open the payments made under it,"
                            + " and their shares of it are not refreshed again.");
                }
            }
        }
        return warnings;
    }

    private static List<CertifierGroup> certifiers(NetworkConfiguration configuration, NamespaceId namespace) {
        return configuration.hidden(namespace).map(HiddenCurrency::certifiers).orElse(List.of());
    }

    private static List<AuditKey> auditKeys(NetworkConfiguration configuration, NamespaceId namespace) {
        return configuration.hidden(namespace).map(HiddenCurrency::auditKeys).orElse(List.of());
    }

    private static RuntimeException missing(ChangeForm.KeyName name) {
        return impossible("no key of " + name.of().name().toLowerCase(java.util.Locale.ROOT) + " of namespace "
                + name.namespace() + " has epoch " + name.epoch());
    }

    private static RuntimeException impossible(String why) {
        return ConfigurationProblem.IMPOSSIBLE_CONFIGURATION.refusal(
                Character.toUpperCase(why.charAt(0)) + why.substring(1) + ".");
    }
}
