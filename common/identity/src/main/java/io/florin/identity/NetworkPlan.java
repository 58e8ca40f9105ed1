package io.florin.identity;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Limits;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.signing.SigningScheme;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Plan of a network before any key exists.
///
/// @param name lower-case label, part of all certificates
/// @param ordering parties, and how many of them may fail in any way
/// @param endorsers and how many of them must sign
/// @param committers and how many of them may lie, which must be none
/// @param officers of the central bank, and how many must approve
/// @param others nodes that only need an identity: auditors, banks (one registration and one central bank always)
/// @param rules namespaces, tiers and limits; the currency's model is that of `privacy`, whatever version they name
/// @param privacy what the currency hides
/// @param rails instant rails, ascending by id
public record NetworkPlan(
        String name,
        Members ordering,
        Members endorsers,
        Members committers,
        Members officers,
        Others others,
        Rules rules,
        Privacy privacy,
        List<Rail> rails) {
    private static final int ECDSA_ENDORSERS = 5;

    /// Nothing that no network can begin with.
    public NetworkPlan {
        rails = List.copyOf(rails);
        GenesisRules.requireNoLiars(committers.threshold());
        GenesisRules.requireAuditor(rules.namespaces(), others.auditors());
    }

    /// A network whose currency hides nothing.
    public NetworkPlan(
            String name,
            Members ordering,
            Members endorsers,
            Members committers,
            Members officers,
            Others others,
            Rules rules) {
        this(name, ordering, endorsers, committers, officers, others, rules, Privacy.CLEAR);
    }

    /// A network without an instant rail.
    public NetworkPlan(
            String name,
            Members ordering,
            Members endorsers,
            Members committers,
            Members officers,
            Others others,
            Rules rules,
            Privacy privacy) {
        this(name, ordering, endorsers, committers, officers, others, rules, privacy, List.of());
    }

    /// A group and its number that matters: tolerated or needed.
    public record Members(int count, int threshold) {}

    public record Others(int auditors, int banks) {}

    /// An instant rail in its first epoch. Node N of the role `instant` is authority N of each rail that has so many.
    ///
    /// @param currency its audit policy must be `NEVER`
    /// @param scheme one whose keys each authority makes alone
    /// @param authorities 3F + 1
    /// @param floatLimit money that may be on the rail at once
    /// @param expiryBlocksMax how many blocks ahead of the ledger's height an order may expire
    public record Rail(
            RailId id,
            NamespaceId currency,
            RailKind kind,
            SigningScheme scheme,
            RailFinality finality,
            int authorities,
            Amount floatLimit,
            long expiryBlocksMax) {
        public static final long FIRST_EPOCH = 1;

        /// Shares of one key come of a ceremony, which a rail has none of yet.
        public Rail {
            if (scheme == SigningScheme.THRESHOLD_BLS) {
                throw new IllegalArgumentException("authorities do not make a key together yet");
            }
        }

        InstantRail withKeys(List<Bytes32> keys) {
            return new InstantRail(
                    currency,
                    kind,
                    new RailCommittee(
                            id,
                            FIRST_EPOCH,
                            scheme,
                            finality,
                            floatLimit,
                            expiryBlocksMax,
                            keys.stream().map(key -> Bytes.of(key.toArray())).toList(),
                            Bytes.EMPTY));
        }
    }

    /// Endorsers' signatures of a namespace.
    ///
    /// @param signers how many of them must; with ECDSA 2t + 1 where t may lie, up to all of them
    public record Endorsement(SignatureScheme scheme, int signers) {
        public Endorsement {
            if (GroupKeys.threshold(scheme, signers) < 2) {
                throw new IllegalArgumentException("at least two endorsers sign, or one alone could make money");
            }
        }

        /// As a configuration has it.
        public static Endorsement of(EndorserGroup group) {
            return new Endorsement(group.scheme(), group.threshold());
        }
    }

    /// @param endorsements how the endorsers sign for a namespace; by BLS, as many as the plan says, where none is
    /// named
    public record Rules(
            List<Namespace> namespaces, List<Tier> tiers, Limits limits, Map<NamespaceId, Endorsement> endorsements) {
        /// Everything is endorsed with BLS.
        public Rules(List<Namespace> namespaces, List<Tier> tiers, Limits limits) {
            this(namespaces, tiers, limits, Map.of());
        }

        public Rules {
            namespaces = List.copyOf(namespaces);
            tiers = List.copyOf(tiers);
            endorsements = Map.copyOf(endorsements);
        }
    }

    /// Privacy model of the currency, and who certifies its tokens where that is needed.
    ///
    /// @param certifiers and how many of them must sign; in the unlinkable model only
    /// @param auditMembers and how many of them must agree to open a payment: passive audit; none of them without it
    public record Privacy(PrivacyModel model, Members certifiers, Members auditMembers) {
        /// Nobody.
        public static final Members NONE = new Members(0, 0);

        /// Nothing is hidden.
        public static final Privacy CLEAR = new Privacy(PrivacyModel.CLEAR, NONE);

        /// Without passive audit.
        public Privacy(PrivacyModel model, Members certifiers) {
            this(model, certifiers, NONE);
        }

        public Privacy {
            if ((model == PrivacyModel.UNLINKABLE) != (certifiers.count() > 0)) {
                throw new IllegalArgumentException("the unlinkable model, and only it, has certifiers");
            }
            if (model == PrivacyModel.CLEAR && auditMembers.count() > 0) {
                throw new IllegalArgumentException("what is in the clear needs no key of auditors");
            }
        }
    }

    /// Privacy model of the currency.
    public PrivacyModel privacyModel() {
        return privacy.model();
    }

    /// The same network with another rule for what the auditor must see.
    public NetworkPlan withAudit(AuditPolicy policy) {
        List<Namespace> namespaces = rules.namespaces().stream()
                .map(each -> each.id().equals(NamespaceId.CONFIGURATION)
                        ? each
                        : new Namespace(
                                each.id(),
                                each.name(),
                                each.currency(),
                                each.minorDigits(),
                                each.rulesVersion(),
                                policy,
                                each.auditThreshold()))
                .toList();
        return new NetworkPlan(
                name,
                ordering,
                endorsers,
                committers,
                officers,
                others,
                new Rules(namespaces, rules.tiers(), rules.limits(), rules.endorsements()),
                privacy,
                rails);
    }

    /// The same network with one more rail.
    public NetworkPlan withRail(Rail rail) {
        List<Rail> more = new ArrayList<>(rails);
        more.add(rail);
        return new NetworkPlan(name, ordering, endorsers, committers, officers, others, rules, privacy, more);
    }

    /// Nodes of the role `instant`: as many as the largest committee has authorities.
    public int authorities() {
        return rails.stream().mapToInt(Rail::authorities).max().orElse(0);
    }

    /// The same network whose endorsers sign everything by a scheme; with ECDSA there are five, of whom any three sign
    /// (t = 1).
    public NetworkPlan withEndorsement(SignatureScheme scheme) {
        int signers = scheme == SignatureScheme.ECDSA_P256 ? 3 : endorsers.threshold();
        return withEndorsement(new Endorsement(scheme, signers));
    }

    /// The same network whose endorsers sign everything like this. ECDSA takes an honest majority of its signers, so
    /// there are five then: any three sign and one may lie (t = 1), or all sign and two may lie (t = 2).
    public NetworkPlan withEndorsement(Endorsement endorsement) {
        Map<NamespaceId, Endorsement> endorsements = new LinkedHashMap<>();
        rules.namespaces().forEach(namespace -> endorsements.put(namespace.id(), endorsement));
        int count = endorsement.scheme() == SignatureScheme.ECDSA_P256 ? ECDSA_ENDORSERS : endorsers.count();
        return new NetworkPlan(
                name,
                ordering,
                new Members(count, endorsement.signers()),
                committers,
                officers,
                others,
                new Rules(rules.namespaces(), rules.tiers(), rules.limits(), endorsements),
                privacy,
                rails);
    }

    /// Endorsers' signatures of a namespace.
    Endorsement endorsement(NamespaceId namespace) {
        return rules.endorsements()
                .getOrDefault(namespace, new Endorsement(SignatureScheme.BLS_G1, endorsers.threshold()));
    }

    /// [#demo(String)] with a model of privacy: 3 certifiers (2 sign) in the unlinkable one. Where values are hidden
    /// nobody can compare them with a threshold, so the auditor signs every payment.
    public static NetworkPlan demo(String name, PrivacyModel model) {
        NetworkPlan clear = demo(name);
        Members certifiers = model == PrivacyModel.UNLINKABLE ? new Members(3, 2) : new Members(0, 0);
        NetworkPlan plan = new NetworkPlan(
                name,
                clear.ordering,
                clear.endorsers,
                clear.committers,
                clear.officers,
                clear.others,
                clear.rules,
                new Privacy(model, certifiers));
        return model.hidesValue() ? plan.withAudit(AuditPolicy.ALWAYS) : plan;
    }

    /// [#demo(String, PrivacyModel)] under passive audit: 3 members of the audit authority, of whom 2 open payments,
    /// and no payment is shown to the auditor before.
    public static NetworkPlan demoWithPassiveAudit(String name, PrivacyModel model) {
        NetworkPlan active = demo(name, model);
        return new NetworkPlan(
                        name,
                        active.ordering,
                        active.endorsers,
                        active.committers,
                        active.officers,
                        active.others,
                        active.rules,
                        new Privacy(model, active.privacy.certifiers(), new Members(3, 2)))
                .withAudit(AuditPolicy.NEVER);
    }

    /// The demonstration network: 4 ordering parties (f = 1), 3 endorsers (2 sign), 1 committer (g = 0: it is trusted),
    /// 1 auditor, 3 officers (2 approve), 3 banks; currency FLN with two decimals.
    public static NetworkPlan demo(String name) {
        return new NetworkPlan(
                name,
                new Members(4, 1),
                new Members(3, 2),
                new Members(1, 0),
                new Members(3, 2),
                new Others(1, 3),
                demoRules());
    }

    /// [#demo(String)] with an instant rail of accounts: 4 authorities (F = 1), Merkle batches, at most 10,000,000.00
    /// on it, orders that expire at most 500 blocks ahead. Nobody signs off payments on a rail, so the auditor signs
    /// off none of this network's.
    public static NetworkPlan demoWithRail(String name) {
        return demo(name)
                .withAudit(AuditPolicy.NEVER)
                .withRail(new Rail(
                        new RailId(1),
                        new NamespaceId(1),
                        RailKind.ACCOUNTS,
                        SigningScheme.MERKLE_BATCH,
                        RailFinality.EFFECTS,
                        4,
                        Amount.of(1_000_000_000),
                        500));
    }

    private static Rules demoRules() {
        var configuration =
                new Namespace(new NamespaceId(0), "configuration", "", 0, 1, AuditPolicy.NEVER, Amount.of(0));
        var currency = new Namespace(
                new NamespaceId(1), "currency", "FLN", 2, 1, AuditPolicy.ABOVE_THRESHOLD, Amount.of(1_000_000));
        return new Rules(
                List.of(configuration, currency),
                List.of(
                        new Tier(1, "basic", Amount.of(50_000), Amount.of(200_000)),
                        new Tier(2, "standard", Amount.of(1_000_000), Amount.of(5_000_000)),
                        new Tier(3, "business", Amount.of(1_000_000_000), Amount.of(10_000_000_000L)),
                        new Tier(
                                Tier.TREASURY,
                                "treasury",
                                Amount.of(1_000_000_000_000_000L),
                                Amount.of(1_000_000_000_000_000L))),
                new Limits(1_000, 10_000));
    }
}
