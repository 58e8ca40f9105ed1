package io.florin.ledger.config;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Signers of everything with their keys, limits and policies (protocol decision 1). Fixed by genesis as version 1,
/// kept in the configuration namespace, replaced as a whole by configuration transactions.
///
/// @param rails instant rails, ascending by id
public record NetworkConfiguration(
        long version,
        Ordering ordering,
        List<EndorserGroup> endorserGroups,
        List<Namespace> namespaces,
        Officers officers,
        List<Bytes32> auditors,
        Committers committers,
        Bytes32 registrationKey,
        List<Tier> tiers,
        Limits limits,
        List<InstantRail> rails) {

    private static final int ENCODING_VERSION = 2;
    /// The encoding of a configuration with rails; one without is written as it always was.
    private static final int RAILS_ENCODING_VERSION = 3;
    private static final int GROUPS_OF_NAMESPACE_MAX = 2;
    private static final int NAME_MAX = 64;
    private static final int MEMBERS_MAX = 64;
    private static final int RAILS_MAX = 16;

    /// A network without an instant rail.
    public NetworkConfiguration(
            long version,
            Ordering ordering,
            List<EndorserGroup> endorserGroups,
            List<Namespace> namespaces,
            Officers officers,
            List<Bytes32> auditors,
            Committers committers,
            Bytes32 registrationKey,
            List<Tier> tiers,
            Limits limits) {
        this(
                version,
                ordering,
                endorserGroups,
                namespaces,
                officers,
                auditors,
                committers,
                registrationKey,
                tiers,
                limits,
                List.of());
    }

    public NetworkConfiguration {
        endorserGroups = List.copyOf(endorserGroups);
        namespaces = List.copyOf(namespaces);
        auditors = List.copyOf(auditors);
        tiers = List.copyOf(tiers);
        rails = List.copyOf(rails);
        if (version < 1) {
            throw new IllegalArgumentException("configuration versions start at 1");
        }
        checkEpochs(endorserGroups);
        ascending(
                namespaces.stream()
                        .mapToInt(namespace -> namespace.id().value())
                        .toArray(),
                "namespaces");
        ascending(tiers.stream().mapToInt(Tier::id).toArray(), "tiers");
        ascending(rails.stream().mapToInt(rail -> rail.id().value()).toArray(), "rails");
        if (rails.size() > RAILS_MAX) {
            throw new IllegalArgumentException("at most " + RAILS_MAX + " rails");
        }
        // a certified token names no currency, so one key for two would make it spendable in both
        List<Bytes> certifiers = namespaces.stream()
                .flatMap(namespace -> namespace.hidden().stream())
                .flatMap(hidden -> hidden.certifiers().stream())
                .map(HiddenCurrency.CertifierGroup::groupKey)
                .toList();
        if (new HashSet<>(certifiers).size() != certifiers.size()) {
            throw new IllegalArgumentException("each group of certifiers has a key of its own");
        }
    }

    private static void checkEpochs(List<EndorserGroup> groups) {
        int ofNamespace = 1;
        for (int i = 1; i < groups.size(); i++) {
            EndorserGroup before = groups.get(i - 1);
            EndorserGroup group = groups.get(i);
            int order = before.namespace().compareTo(group.namespace());
            if (order > 0 || (order == 0 && before.epoch() >= group.epoch())) {
                throw new IllegalArgumentException("endorser groups ascend by namespace and epoch");
            }
            ofNamespace = order == 0 ? ofNamespace + 1 : 1;
            if (ofNamespace > GROUPS_OF_NAMESPACE_MAX) {
                throw new IllegalArgumentException("a key and the one before it");
            }
            if (order == 0 && before.groupKey().equals(group.groupKey())) {
                throw new IllegalArgumentException("another epoch has another key");
            }
        }
    }

    private static void ascending(int[] ids, String what) {
        for (int i = 1; i < ids.length; i++) {
            if (ids[i - 1] >= ids[i]) {
                throw new IllegalArgumentException(what + " ascend by id");
            }
        }
    }

    /// One key in two places would let one holder count as two.
    private static void distinct(List<Bytes32> keys, String what) {
        if (new HashSet<>(keys).size() != keys.size()) {
            throw new IllegalArgumentException("each of the " + what + " has a key of its own");
        }
    }

    /// The ordering parties.
    ///
    /// @param faults f, the parties that may fail
    /// @param byzantine true: q = ⌈(n+f+1)/2⌉; false (crash faults): q = ⌊n/2⌋+1 (protocol decision 12)
    public record Ordering(int faults, boolean byzantine, List<Party> parties) {
        public Ordering {
            parties = List.copyOf(parties);
            ascending(parties.stream().mapToInt(Party::id).toArray(), "parties");
            distinct(parties.stream().map(Party::key).toList(), "parties");
            if (parties.isEmpty() || parties.size() > MEMBERS_MAX || faults < 0) {
                throw new IllegalArgumentException("1 to 64 parties");
            }
            if (byzantine ? parties.size() < 3 * faults + 1 : parties.size() < 2 * faults + 1) {
                throw new IllegalArgumentException("too few parties for the faults to tolerate");
            }
        }

        public int quorum() {
            int n = parties.size();
            return byzantine ? (n + faults + 2) / 2 : n / 2 + 1;
        }

        public Optional<Bytes32> partyKey(int id) {
            return parties.stream()
                    .filter(party -> party.id() == id)
                    .map(Party::key)
                    .findFirst();
        }
    }

    /// @param id u8
    /// @param key Ed25519 public key under which the party signs headers
    public record Party(int id, String name, Bytes32 key) {}

    /// The endorsement policy of a namespace: a threshold key. While a key is replaced a namespace has two groups, and
    /// what either has signed counts.
    ///
    /// @param scheme how the group signs
    /// @param epoch of the key, u32
    /// @param threshold shares needed: t + 1 where t may lie, but 2t + 1 with ECDSA (protocol decision 29)
    /// @param groupKey the group's public key in the scheme's encoding: 96 bytes of G2, 32 of Ed25519, 33 of P-256
    /// @param verificationKeys one for each endorser in order of share index 1..n, encoded as the group's
    public record EndorserGroup(
            SignatureScheme scheme,
            NamespaceId namespace,
            long epoch,
            int threshold,
            Bytes groupKey,
            List<Bytes> verificationKeys) {
        /// A group that signs with BLS.
        public EndorserGroup(
                NamespaceId namespace, long epoch, int threshold, Bytes groupKey, List<Bytes> verificationKeys) {
            this(SignatureScheme.BLS_G1, namespace, epoch, threshold, groupKey, verificationKeys);
        }

        public EndorserGroup {
            verificationKeys = List.copyOf(verificationKeys);
            if (threshold < 1 || threshold > verificationKeys.size() || verificationKeys.size() > MEMBERS_MAX) {
                throw new IllegalArgumentException("threshold of 1 to the number of endorsers");
            }
            int size = keySize(scheme);
            if (groupKey.size() != size || verificationKeys.stream().anyMatch(key -> key.size() != size)) {
                throw new IllegalArgumentException("a public key of this scheme has " + size + " bytes");
            }
            if (scheme == SignatureScheme.ECDSA_P256 && threshold % 2 == 0) {
                throw new IllegalArgumentException("ECDSA takes 2t + 1 signers");
            }
        }

        private static int keySize(SignatureScheme scheme) {
            return switch (scheme) {
                case BLS_G1 -> 96;
                case FROST_ED25519 -> 32;
                case ECDSA_P256 -> 33;
            };
        }
    }

    /// Payments for which active audit asks for the auditor's signature (protocol decision 26). Codes are wire format.
    public enum AuditPolicy {
        NEVER(0),
        ABOVE_THRESHOLD(1),
        ALWAYS(2);

        private final int code;

        AuditPolicy(int code) {
            this.code = code;
        }

        static AuditPolicy ofCode(int code) {
            for (AuditPolicy policy : values()) {
                if (policy.code == code) {
                    return policy;
                }
            }
            throw new DecodeException("unknown audit policy");
        }
    }

    /// A part of the state with its own rules and policy.
    ///
    /// @param currency ISO 4217 style code, 3 letters; empty for the configuration namespace
    /// @param minorDigits decimals of the currency
    /// @param rulesVersion version of its token rules, u16
    /// @param auditThreshold payments above it need the auditor under [AuditPolicy#ABOVE_THRESHOLD]
    /// @param hidden present with rules versions 2 to 4, which hide owners or values
    public record Namespace(
            NamespaceId id,
            String name,
            String currency,
            int minorDigits,
            int rulesVersion,
            AuditPolicy auditPolicy,
            Amount auditThreshold,
            Optional<HiddenCurrency> hidden) {

        private static final int CLEAR = 1;
        private static final int ANONYMOUS = 2;
        private static final int UNLINKABLE = 4;

        /// A namespace whose tokens are in the clear.
        public Namespace(
                NamespaceId id,
                String name,
                String currency,
                int minorDigits,
                int rulesVersion,
                AuditPolicy auditPolicy,
                Amount auditThreshold) {
            this(id, name, currency, minorDigits, rulesVersion, auditPolicy, auditThreshold, Optional.empty());
        }

        public Namespace {
            boolean hides = rulesVersion > CLEAR && rulesVersion <= UNLINKABLE && !id.equals(NamespaceId.CONFIGURATION);
            if (hidden.isPresent() != hides) {
                throw new IllegalArgumentException("rules that hide something, and only they, have hidden parameters");
            }
            if (rulesVersion > ANONYMOUS && hides && auditPolicy == AuditPolicy.ABOVE_THRESHOLD) {
                throw new IllegalArgumentException("nobody can compare a hidden value with a threshold");
            }
            boolean certified = hidden.map(each -> !each.certifiers().isEmpty()).orElse(false);
            if (certified != (hides && rulesVersion == UNLINKABLE)) {
                throw new IllegalArgumentException("the unlinkable model, and only it, has certifiers");
            }
        }

        /// The largest value of one token: no proof can be made of more where values are hidden.
        public Amount tokenMax() {
            int bits = hidden.filter(_ -> rulesVersion > ANONYMOUS)
                    .map(HiddenCurrency::rangeBits)
                    .orElse(Long.SIZE);
            return Amount.of(bits < Long.SIZE ? (1L << bits) - 1 : Long.MAX_VALUE);
        }

        /// The same with other public parameters.
        public Namespace withHidden(HiddenCurrency parameters) {
            return new Namespace(
                    id,
                    name,
                    currency,
                    minorDigits,
                    rulesVersion,
                    auditPolicy,
                    auditThreshold,
                    Optional.of(parameters));
        }

        /// The same under another policy of active audit.
        public Namespace withAudit(AuditPolicy policy, Amount threshold) {
            return new Namespace(id, name, currency, minorDigits, rulesVersion, policy, threshold, hidden);
        }
    }

    /// The central bank's officers.
    ///
    /// @param approvalsRequired m of the keys
    /// @param keys Ed25519, in order of officer index
    public record Officers(int approvalsRequired, List<Bytes32> keys) {
        public Officers {
            keys = List.copyOf(keys);
            if (approvalsRequired < 1 || approvalsRequired > keys.size() || keys.size() > MEMBERS_MAX) {
                throw new IllegalArgumentException("1 to n approvals of n officers");
            }
            distinct(keys, "officers");
        }
    }

    /// @param liars g, committers that may lie; a receipt carries g+1 signatures; n = 2g+1
    /// @param keys Ed25519, in order of committer index
    public record Committers(int liars, List<Bytes32> keys) {
        public Committers {
            keys = List.copyOf(keys);
            if (liars < 0 || keys.size() < 2 * liars + 1 || keys.size() > MEMBERS_MAX) {
                throw new IllegalArgumentException("2g+1 committers");
            }
            distinct(keys, "committers");
        }
    }

    /// Limits by the strength of identification.
    ///
    /// @param id u8, rising with identification; [#TREASURY] is a bank's or the central bank's own
    /// @param paymentMax largest single payment to others, checked by endorsers
    /// @param holdingMax largest holding, checked by the wallet's bank
    public record Tier(int id, String name, Amount paymentMax, Amount holdingMax) {
        public static final int TREASURY = 255;
    }

    /// @param expiryBlocksMax how far ahead an expiry height may lie
    /// @param heartbeatMillisMax silence of registration after which endorsers stop (protocol decision 16)
    public record Limits(long expiryBlocksMax, long heartbeatMillisMax) {

        private static final int GRID_LINES = 10;

        /// Distance of the heights at which transactions may expire, in blocks: a tenth of the furthest expiry.
        public long expiryGrid() {
            return Math.max(1, expiryBlocksMax / GRID_LINES);
        }

        /// The expiry height of a transaction that is built now, one rule for everybody, since a height says who chose
        /// it: the next line of the grid at or above half of the furthest expiry. So it lies 0.5 to 0.6 of that ahead,
        /// and an endorser that is behind by the rest takes it as well.
        ///
        /// @param height last block that the builder knows
        public long expiryHeight(long height) {
            long earliest = height + Math.max(1, expiryBlocksMax / 2);
            return Math.ceilDiv(earliest, expiryGrid()) * expiryGrid();
        }

        /// Whether a transaction may expire at this height: endorsers refuse any other.
        public boolean isOnGrid(long expiryHeight) {
            return expiryHeight % expiryGrid() == 0;
        }
    }

    public Optional<Namespace> namespace(NamespaceId id) {
        return namespaces.stream()
                .filter(namespace -> namespace.id().equals(id))
                .findFirst();
    }

    /// The public parameters of a namespace that hides owners or values; empty of any other.
    public Optional<HiddenCurrency> hidden(NamespaceId id) {
        return namespace(id).flatMap(Namespace::hidden);
    }

    /// The group that signs now: the latest epoch of the namespace.
    public Optional<EndorserGroup> endorserGroup(NamespaceId id) {
        return endorserGroups.stream()
                .filter(group -> group.namespace().equals(id))
                .reduce((_, later) -> later);
    }

    /// The group of an epoch that still counts.
    public Optional<EndorserGroup> endorserGroup(NamespaceId id, long epoch) {
        return endorserGroups.stream()
                .filter(group -> group.namespace().equals(id) && group.epoch() == epoch)
                .findFirst();
    }

    public Optional<Tier> tier(int id) {
        return tiers.stream().filter(tier -> tier.id() == id).findFirst();
    }

    public Optional<InstantRail> rail(RailId id) {
        return rails.stream().filter(rail -> rail.id().equals(id)).findFirst();
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(2048);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static NetworkConfiguration decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, NetworkConfiguration::readFrom);
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u8(rails.isEmpty() ? ENCODING_VERSION : RAILS_ENCODING_VERSION).u32(version);
        writer.u8(ordering.faults())
                .flag(ordering.byzantine())
                .u8(ordering.parties().size());
        ordering.parties()
                .forEach(party -> writer.u8(party.id()).text(party.name()).fixed(party.key()));
        writer.u8(endorserGroups.size());
        for (EndorserGroup group : endorserGroups) {
            writer.u8(group.scheme().number()).u16(group.namespace().value());
            writer.u32(group.epoch()).u8(group.threshold());
            writer.fixed(group.groupKey().toArray()).u8(group.verificationKeys().size());
            group.verificationKeys().forEach(key -> writer.fixed(key.toArray()));
        }
        writer.u8(namespaces.size());
        for (Namespace namespace : namespaces) {
            writer.u16(namespace.id().value()).text(namespace.name()).text(namespace.currency());
            writer.u8(namespace.minorDigits()).u16(namespace.rulesVersion());
            writer.u8(namespace.auditPolicy().code)
                    .u63(namespace.auditThreshold().minorUnits());
            namespace.hidden().ifPresent(hidden -> hidden.writeTo(writer));
        }
        writer.u8(officers.approvalsRequired());
        writeKeys(writer, officers.keys());
        writeKeys(writer, auditors);
        writer.u8(committers.liars());
        writeKeys(writer, committers.keys());
        writer.fixed(registrationKey).u8(tiers.size());
        for (Tier tier : tiers) {
            writer.u8(tier.id()).text(tier.name());
            writer.u63(tier.paymentMax().minorUnits()).u63(tier.holdingMax().minorUnits());
        }
        writer.u63(limits.expiryBlocksMax()).u63(limits.heartbeatMillisMax());
        if (!rails.isEmpty()) {
            writer.u8(rails.size());
            rails.forEach(rail -> rail.writeTo(writer));
        }
    }

    public static NetworkConfiguration readFrom(CanonicalReader reader) {
        int encoding = reader.u8();
        if (encoding != ENCODING_VERSION && encoding != RAILS_ENCODING_VERSION) {
            throw new DecodeException("unknown configuration encoding");
        }
        long version = reader.u32();
        Ordering ordering = new Ordering(
                reader.u8(),
                reader.flag(),
                reader.list(
                        reader.u8(),
                        MEMBERS_MAX,
                        () -> new Party(reader.u8(), reader.text(NAME_MAX), reader.fixed32())));
        List<EndorserGroup> groups = reader.list(reader.u8(), MEMBERS_MAX, () -> readGroup(reader));
        List<Namespace> namespaces = reader.list(reader.u8(), MEMBERS_MAX, () -> readNamespace(reader));
        Officers officers = new Officers(reader.u8(), readKeys(reader));
        List<Bytes32> auditors = readKeys(reader);
        Committers committers = new Committers(reader.u8(), readKeys(reader));
        Bytes32 registrationKey = reader.fixed32();
        List<Tier> tiers = reader.list(
                reader.u8(),
                MEMBERS_MAX,
                () -> new Tier(reader.u8(), reader.text(NAME_MAX), Amount.of(reader.u63()), Amount.of(reader.u63())));
        Limits limits = new Limits(reader.u63(), reader.u63());
        List<InstantRail> rails = encoding == RAILS_ENCODING_VERSION
                ? reader.list(reader.u8(), RAILS_MAX, () -> InstantRail.readFrom(reader))
                : List.of();
        if (rails.isEmpty() == (encoding == RAILS_ENCODING_VERSION)) {
            throw new DecodeException("rails do not fit the encoding");
        }
        return new NetworkConfiguration(
                version,
                ordering,
                groups,
                namespaces,
                officers,
                auditors,
                committers,
                registrationKey,
                tiers,
                limits,
                rails);
    }

    private static EndorserGroup readGroup(CanonicalReader reader) {
        SignatureScheme scheme =
                SignatureScheme.of(reader.u8()).orElseThrow(() -> new DecodeException("unknown signature scheme"));
        int size = EndorserGroup.keySize(scheme);
        return new EndorserGroup(
                scheme,
                new NamespaceId(reader.u16()),
                reader.u32(),
                reader.u8(),
                Bytes.of(reader.fixed(size)),
                reader.list(reader.u8(), MEMBERS_MAX, () -> Bytes.of(reader.fixed(size))));
    }

    private static Namespace readNamespace(CanonicalReader reader) {
        NamespaceId id = new NamespaceId(reader.u16());
        String name = reader.text(NAME_MAX);
        String currency = reader.text(NAME_MAX);
        int minorDigits = reader.u8();
        int rulesVersion = reader.u16();
        AuditPolicy policy = AuditPolicy.ofCode(reader.u8());
        Amount threshold = Amount.of(reader.u63());
        boolean hides = rulesVersion > Namespace.CLEAR
                && rulesVersion <= Namespace.UNLINKABLE
                && !id.equals(NamespaceId.CONFIGURATION);
        Optional<HiddenCurrency> hidden = hides ? Optional.of(HiddenCurrency.readFrom(reader)) : Optional.empty();
        return new Namespace(id, name, currency, minorDigits, rulesVersion, policy, threshold, hidden);
    }

    private static void writeKeys(CanonicalWriter writer, List<Bytes32> keys) {
        writer.u8(keys.size());
        keys.forEach(writer::fixed);
    }

    private static List<Bytes32> readKeys(CanonicalReader reader) {
        return reader.list(reader.u8(), MEMBERS_MAX, reader::fixed32);
    }
}
