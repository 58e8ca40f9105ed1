package io.florin.auditor.openings;

import io.florin.audit.CommittedPayment;
import io.florin.audit.CommittedProof;
import io.florin.audit.PartNames;
import io.florin.audit.ProofReview;
import io.florin.audit.ProofReview.Case;
import io.florin.audit.ShareEntries;
import io.florin.audit.ShareEntries.Asked;
import io.florin.auditor.openings.OpenedPayment.Output;
import io.florin.auditor.openings.OpenedPayment.Person;
import io.florin.auditor.openings.OpeningEvidence.Inclusion;
import io.florin.auditor.openings.OpeningEvidence.Share;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.DecryptionShare;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome;
import io.florin.crypto.elgamal.ValueLimbs;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.decisions.DecisionFormat;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.AuditCiphertexts.Part;
import io.florin.ledger.privacy.AuditCiphertexts.Sealed;
import io.florin.ledger.privacy.AuditParameters;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.rules.AuditKeyRules;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.Receipt;
import io.florin.runtime.api.AuditMemberInternalApi.PartShare;
import io.florin.runtime.api.AuditSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// Checks the evidence of an opening with nothing but itself and, better, the network id from elsewhere. Pure.
///
/// | item | holds if |
/// |---|---|
/// | network | genesis hashes to the network id that is expected, and its audit keys are of two members at least |
/// | log | an auditor of the configuration signed that its log ended with the entry, which is of this evidence, bit by bit |
/// | transaction | g + 1 committers signed that it committed, in a block that a quorum of parties certified |
/// | configuration | genesis, or committed changes of it in the same way |
/// | payment | it has the transaction's id, its proof verifies, and it makes exactly the reads and writes that committed |
/// | shares | each proves to be of its member's key, for this transaction, part and case; a threshold opens every part |
/// | entries | each member that gave shares had signed entries of its log of just these parts, to the person and under the case of the auditor's entry, before they left |
/// | reading | the enrollment ids and values are what the parts hide |
///
/// It does not show that registration issued the enrollment ids, nor whose they are, and the auditor may leave one out:
/// who suspects somebody gives the id, and [OpeningEvidence#parts] says where it is. Nor does it show members' cases:
/// that one was open, a member says with its key, by its share and by the entry that has a place in its log; whoever
/// may read that log finds it there, after those of the case, or finds the member to have another one.
public final class EvidenceVerifier {
    /// The auditor's log.
    public static final DecisionFormat LOG = new DecisionFormat("audit-log", false, 1);

    private static final String PERSON = "person:";
    private static final HexFormat HEX = HexFormat.of();

    private final RandomGenerator random;

    /// @param random for weights of the batch, a `SecureRandom`
    public EvidenceVerifier(RandomGenerator random) {
        this.random = random;
    }

    /// Result of the verification.
    public sealed interface Verdict {
        /// @param facts what is shown, label and value, in order
        record Valid(Map<String, String> facts) implements Verdict {
            public Valid {
                facts = new LinkedHashMap<>(facts);
            }
        }

        /// @param item which of the table
        record Invalid(String item, String why) implements Verdict {}
    }

    private static final class Flaw extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Verdict.Invalid verdict;

        Flaw(String item, String why) {
            super(why, null, false, false);
            verdict = new Verdict.Invalid(item, why);
        }
    }

    /// @param expected the network it has to be of, as the reader knows it
    public Verdict verify(OpeningEvidence evidence, Optional<NetworkId> expected) {
        return verify(evidence, expected, Optional.empty());
    }

    /// Everything but the log, for who is about to write the entry.
    ///
    /// @param actor of the entry
    public Verdict verifyUnlogged(OpeningEvidence evidence, NetworkId expected, String actor) {
        return verify(evidence, Optional.of(expected), Optional.of(actor));
    }

    private Verdict verify(OpeningEvidence evidence, Optional<NetworkId> expected, Optional<String> unlogged) {
        try {
            return new Verdict.Valid(verified(evidence, expected, unlogged));
        } catch (Flaw flaw) {
            return flaw.verdict;
        } catch (DecodeException | IllegalArgumentException unreadable) {
            return new Verdict.Invalid("form", "a field cannot be read: " + unreadable.getMessage());
        }
    }

    private Map<String, String> verified(
            OpeningEvidence evidence, Optional<NetworkId> expected, Optional<String> unlogged) {
        check(evidence.version() == OpeningEvidence.VERSION, "form", "version " + evidence.version() + " is not known");
        Genesis genesis =
                Genesis.decode(OpeningEvidence.decoded(evidence.genesis()).toArray());
        requireSound(genesis);
        NetworkId network = genesis.networkId();
        check(
                expected.map(network::equals).orElse(true),
                "network",
                "it is of network " + network.value().toHex());
        TransactionId id = TransactionId.fromHex(evidence.transactionId());
        CommittedProof proof = new CommittedProof(network, genesis.configuration());
        Included payment = included(proof, evidence.committed(), "transaction");
        check(payment.settlement().id().equals(id), "transaction", "the receipt is of another transaction");
        Map<Long, NetworkConfiguration> configurations = configurations(genesis, proof, evidence);
        NetworkConfiguration inForce = configurations.get(payment.settlement().configurationVersion());
        check(inForce != null, "configuration", "the one of the payment is not proven");
        if (unlogged.isEmpty()) {
            checkLog(evidence, network, configurations);
        }
        CommittedPayment committed =
                new CommittedPayment(payment.block(), payment.ordered(), Objects.requireNonNull(inForce));
        HiddenPayment client = payment(evidence, network, committed);
        Opened opened = opened(evidence, network, committed, client.statement(), configurations.values());
        checkEntries(
                evidence, network, opened.key(), unlogged.orElse(evidence.log().actor()));
        checkReading(evidence, client.statement(), opened.messages());
        return facts(evidence, network, committed);
    }

    /// No network begins with such audit keys: a node does not start from this genesis.
    private static void requireSound(Genesis genesis) {
        try {
            AuditKeyRules.requireSound(genesis.configuration());
        } catch (IllegalArgumentException unsound) {
            throw new Flaw("network", String.valueOf(unsound.getMessage()));
        }
    }

    // ---- the ledger

    private record Included(long block, OrderedTransaction ordered) {
        SettlementTransaction settlement() {
            return ordered.transaction().orElseThrow();
        }
    }

    private static Included included(CommittedProof proof, Inclusion inclusion, String item) {
        Receipt receipt =
                Receipt.decode(OpeningEvidence.decoded(inclusion.receipt()).toArray());
        TransactionId id = receipt.outcome().id().orElseThrow(() -> new Flaw(item, "the receipt is of no transaction"));
        Receipt joined = proof.committed(id, List.of(receipt))
                .orElseThrow(() -> new Flaw(item, "too few committers signed that it committed"));
        Block block = Block.decode(OpeningEvidence.decoded(inclusion.block()).toArray());
        OrderedTransaction ordered = proof.transaction(joined, block)
                .orElseThrow(() -> new Flaw(item, "no quorum of parties certified the block with it"));
        return new Included(joined.checkpoint().number(), ordered);
    }

    private static Map<Long, NetworkConfiguration> configurations(
            Genesis genesis, CommittedProof proof, OpeningEvidence evidence) {
        Map<Long, NetworkConfiguration> configurations = new TreeMap<>();
        configurations.put(genesis.configuration().version(), genesis.configuration());
        for (Inclusion inclusion : evidence.configurations()) {
            NetworkConfiguration next = included(proof, inclusion, "configuration")
                    .settlement()
                    .newConfiguration()
                    .orElseThrow(() -> new Flaw("configuration", "a transaction that changes none"));
            configurations.put(next.version(), next);
        }
        return configurations;
    }

    private static void checkLog(
            OpeningEvidence evidence, NetworkId network, Map<Long, NetworkConfiguration> configurations) {
        var entry = evidence.log().signed();
        boolean signed = configurations.values().stream()
                .flatMap(configuration -> configuration.auditors().stream())
                .anyMatch(key -> entry.isAuthentic(LOG, network, key));
        check(signed, "log", "no auditor signed a log that ends with this entry");
        boolean ofThis = entry.action().equals(OpeningEvidence.ACTION)
                && entry.subject().equals(evidence.transactionId())
                && entry.reason().equals(evidence.logged(evidence.members()));
        check(ofThis, "log", "the entry is of another evidence: something was changed");
    }

    private HiddenPayment payment(OpeningEvidence evidence, NetworkId network, CommittedPayment committed) {
        ClientTransaction client = ClientTransaction.decode(
                OpeningEvidence.decoded(evidence.payment()).toArray());
        check(client.id().equals(committed.id()), "payment", "it is another payment");
        Optional<String> flaw = new ProofReview(network, random)
                .flaws(List.of(new Case(committed, client)))
                .getFirst();
        check(flaw.isEmpty(), "payment", "its proof does not hold: " + flaw.orElse(""));
        HiddenPayment hidden = (HiddenPayment) client;
        check(hidden.statement().audit().isPresent(), "payment", "it is not under passive audit");
        return hidden;
    }

    // ---- the opening

    private record Opened(AuditPublicKey key, Map<Part, G1> messages) {}

    private static Opened opened(
            OpeningEvidence evidence,
            NetworkId network,
            CommittedPayment committed,
            PaymentStatement statement,
            Iterable<NetworkConfiguration> configurations) {
        Map<String, List<DecryptionShare>> shares = shares(evidence);
        List<Sealed> sealed = AuditCiphertexts.sealed(statement);
        Set<String> names = new HashSet<>();
        sealed.forEach(each -> names.add(PartNames.of(each.part())));
        check(names.equals(shares.keySet()), "shares", "they are not of all parts of the payment, or of others");
        for (AuditPublicKey key : keys(committed, configurations)) {
            Optional<Map<Part, G1>> opened = opened(evidence, network, key, sealed, shares);
            if (opened.isPresent()) {
                return new Opened(key, opened.get());
            }
        }
        throw new Flaw("shares", "one is wrong, or there are too few for the key of the payment");
    }

    /// The key of the payment's block, with the points that each proven configuration names for it: members may have
    /// given themselves new shares since.
    private static List<AuditPublicKey> keys(
            CommittedPayment committed, Iterable<NetworkConfiguration> configurations) {
        NamespaceId namespace = committed.settlement().namespace();
        List<AuditKey> own = auditKeys(committed.configuration(), namespace);
        check(!own.isEmpty(), "configuration", "it names no audit key");
        List<AuditPublicKey> keys = new ArrayList<>();
        for (NetworkConfiguration configuration : configurations) {
            auditKeys(configuration, namespace).stream()
                    .filter(key -> key.point().equals(own.getLast().point()))
                    .map(key -> AuditParameters.of(key).key())
                    .filter(key -> !keys.contains(key))
                    .forEach(keys::add);
        }
        return keys;
    }

    private static List<AuditKey> auditKeys(NetworkConfiguration configuration, NamespaceId namespace) {
        return configuration
                .namespace(namespace)
                .flatMap(Namespace::hidden)
                .map(HiddenCurrency::auditKeys)
                .orElse(List.of());
    }

    private static Map<String, List<DecryptionShare>> shares(OpeningEvidence evidence) {
        Map<String, List<DecryptionShare>> shares = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (Share share : evidence.shares()) {
            check(seen.add(share.member() + " " + share.part()), "shares", "a member's share is there twice");
            shares.computeIfAbsent(share.part(), _ -> new ArrayList<>())
                    .add(new PartShare(share.part(), share.point(), share.proof()).share(share.member()));
        }
        return shares;
    }

    /// Every share has to be good: a wrong one is evidence of something else.
    private static Optional<Map<Part, G1>> opened(
            OpeningEvidence evidence,
            NetworkId network,
            AuditPublicKey key,
            List<Sealed> sealed,
            Map<String, List<DecryptionShare>> shares) {
        Map<Part, G1> opened = new HashMap<>();
        for (Sealed each : sealed) {
            String part = PartNames.of(each.part());
            Bytes32 context = AuditSession.opening(
                    network, TransactionId.fromHex(evidence.transactionId()), part, evidence.caseReference());
            List<DecryptionShare> given = Objects.requireNonNull(shares.get(part));
            boolean members = given.stream().allMatch(share -> key.indexes().contains(share.index()));
            Outcome outcome = ThresholdDecryption.open(key, each.commitment(), each.handle(), context, given);
            if (members && outcome instanceof Outcome.Opened(G1 message, var blamed) && blamed.isEmpty()) {
                opened.put(each.part(), message);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(opened);
    }

    /// Every share is in its member's log, and nothing else is shown of the logs.
    private static void checkEntries(OpeningEvidence evidence, NetworkId network, AuditPublicKey key, String actor) {
        check(actor.startsWith(PERSON), "log", "the entry is of no person");
        String person = ShareEntries.person(actor.substring(PERSON.length()));
        var asked =
                new Asked(network, TransactionId.fromHex(evidence.transactionId()), evidence.caseReference(), person);
        for (int member : evidence.members()) {
            Set<String> given = new HashSet<>();
            evidence.shares().stream()
                    .filter(share -> share.member() == member)
                    .forEach(share -> given.add(share.part()));
            Set<String> written;
            try {
                written = new HashSet<>(ShareEntries.parts(asked, key, member, evidence.entriesOf(member)));
            } catch (IllegalArgumentException wrong) {
                throw new Flaw("entries", Objects.requireNonNullElse(wrong.getMessage(), "one cannot be read"));
            }
            check(written.equals(given), "entries", "the log of member " + member + " names other parts than it gave");
        }
        boolean strangers =
                evidence.entries().stream().anyMatch(each -> !evidence.members().contains(each.member()));
        check(!strangers, "entries", "one of a member that gave no shares");
    }

    private static void checkReading(OpeningEvidence evidence, PaymentStatement statement, Map<Part, G1> opened) {
        check(evidence.payers().size() == statement.owners(), "reading", "other payers than the payment has");
        for (int owner = 0; owner < statement.owners(); owner++) {
            checkPerson(evidence.payers().get(owner), required(opened, new Part.Payer(owner)), "payer " + owner);
        }
        check(evidence.outputs().size() == statement.outputs().size(), "reading", "other outputs than the payment has");
        for (int j = 0; j < statement.outputs().size(); j++) {
            Output output = evidence.outputs().get(j);
            check(output.index() == j, "reading", "outputs in another order");
            checkPerson(output.payee(), required(opened, new Part.Payee(j)), "payee " + j);
            checkValue(output, statement.outputs().get(j), opened);
        }
    }

    private static G1 required(Map<Part, G1> opened, Part part) {
        return Objects.requireNonNull(opened.get(part));
    }

    private static void checkPerson(Person person, G1 opened, String who) {
        boolean same = HEX.formatHex(opened.encode()).equals(person.point());
        boolean named = person.enrollmentId().isEmpty()
                || Generators.ENROLLMENT
                        .multiply(Scalar.ofCanonical(
                                Bytes32.fromHex(person.enrollmentId()).toArray()))
                        .equals(opened);
        check(same && named, "reading", who + " is somebody else");
    }

    private static void checkValue(Output output, HiddenToken token, Map<Part, G1> opened) {
        boolean same;
        if (token instanceof HiddenToken.Anonymous anonymous) {
            same = anonymous.amount().minorUnits() == output.value();
        } else {
            ValueLimbs limbs = ValueLimbs.of(output.value());
            G1 low = required(opened, new Part.Value(output.index(), 0));
            G1 high = opened.get(new Part.Value(output.index(), 1));
            same = Generators.VALUE.multiply(Scalar.ofLong(limbs.low())).equals(low)
                    && (high == null
                            ? limbs.high() == 0
                            : Generators.VALUE
                                    .multiply(Scalar.ofLong(limbs.high()))
                                    .equals(high));
        }
        check(same, "reading", "the value of output " + output.index() + " is another one");
    }

    private static Map<String, String> facts(OpeningEvidence evidence, NetworkId network, CommittedPayment committed) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("network", network.value().toHex());
        facts.put("case", evidence.caseReference());
        facts.put("transaction", evidence.transactionId());
        facts.put("block", Long.toString(committed.block()));
        facts.put("kind", committed.settlement().kind().name());
        facts.put("configuration", Long.toString(committed.configuration().version()));
        for (int i = 0; i < evidence.payers().size(); i++) {
            facts.put("payer " + i, named(evidence.payers().get(i)));
        }
        for (Output output : evidence.outputs()) {
            facts.put(
                    "output " + output.index(),
                    Long.toUnsignedString(output.value()) + " minor units to " + named(output.payee()));
        }
        facts.put("members", evidence.members().toString());
        evidence.entries()
                .forEach(each -> facts.merge(
                        "log of " + each.member(),
                        "entry " + each.entry().sequence() + ", chain "
                                + each.entry().hash(),
                        (first, next) -> first + "; " + next));
        facts.put(
                "log",
                "entry " + evidence.log().sequence() + " by " + evidence.log().actor() + ", chain "
                        + evidence.log().hash());
        return facts;
    }

    private static String named(Person person) {
        return person.registered()
                ? "enrollment " + person.enrollmentId()
                : "somebody whom the auditor does not name, point " + person.point();
    }

    private static void check(boolean holds, String item, String why) {
        if (!holds) {
            throw new Flaw(item, why);
        }
    }
}
