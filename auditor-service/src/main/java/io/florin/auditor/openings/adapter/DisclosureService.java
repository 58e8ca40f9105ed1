package io.florin.auditor.openings.adapter;

import io.florin.audit.CommittedPayment;
import io.florin.audit.PaymentArchive;
import io.florin.audit.ProofReview;
import io.florin.audit.ProofReview.Case;
import io.florin.audit.ShareEntries;
import io.florin.auditor.openings.Gathering;
import io.florin.auditor.openings.Gathering.Entry;
import io.florin.auditor.openings.Gathering.Target;
import io.florin.auditor.openings.OpenedPayment;
import io.florin.auditor.openings.OpenedPayment.Output;
import io.florin.auditor.openings.OpenedPayment.Person;
import io.florin.auditor.protocol.AuditLog;
import io.florin.auditor.protocol.CommittedPlaces;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReplayedBlocks;
import io.florin.ceremony.AuditKeys;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.ValueLimbs;
import io.florin.crypto.group.G1;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.AuditCiphertexts.Part;
import io.florin.ledger.privacy.AuditCiphertexts.Sealed;
import io.florin.ledger.privacy.AuditParameters;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.runtime.api.AuditMemberInternalApi.CaseView;
import io.florin.runtime.api.AuditMemberInternalApi.Evidence;
import io.florin.runtime.api.AuditMemberInternalApi.ShareAnswer;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/// Opens payments: the auditor's own replay says that they are committed, its own verification that their proofs hold;
/// members give shares if they have a case. Nothing of what was opened is stored; that it was opened is, before members
/// are asked and again when they have answered.
final class DisclosureService {
    private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private final NetworkId network;
    private final Ledger ledger;
    private final Members members;
    private final RegisteredIds ids;
    private final ValueTable values;
    private final Office office;

    /// Committed payments, and what is behind them.
    record Ledger(
            ReplayPosition now,
            CommittedPlaces places,
            ReplayedBlocks blocks,
            PaymentArchive archive,
            ProofReview review) {}

    record Office(AuditLog log, IncidentLog incidents, TransactionTemplate transactions) {}

    DisclosureService(
            NetworkId network, Ledger ledger, Members members, RegisteredIds ids, ValueTable values, Office office) {
        this.network = network;
        this.ledger = ledger;
        this.members = members;
        this.ids = ids;
        this.values = values;
        this.office = office;
    }

    /// Members' answers about a case, or why they give none, by index.
    SortedMap<Integer, String> cases(String reference) {
        requireReference(reference);
        SortedMap<Integer, String> states = new TreeMap<>();
        members.all().forEach((member, api) -> {
            try {
                @Nullable CaseView view = api.caseOf(reference);
                states.put(member, view == null ? "unreadable" : view.state() + ", " + view.scope());
            } catch (RestClientException refused) {
                states.put(member, why(refused));
            }
        });
        return states;
    }

    /// @param person the investigator
    /// @throws ProblemException 404 if it is not committed, 403 with members' reasons if too few give shares
    OpenedPayment open(String reference, String transactionId, String person) {
        return opening(reference, transactionId, person).shown();
    }

    /// An opening with what others need to see for themselves that it is right.
    ///
    /// @param configurationVersion that the payment was made under
    /// @param keyVersion whose points of the key its shares were checked with
    /// @param shares of members that were not named
    /// @param entries of their logs about them
    record Opening(
            OpenedPayment shown,
            HiddenPayment payment,
            long configurationVersion,
            long keyVersion,
            List<Evidence> shares,
            List<Entry> entries) {}

    /// The part to be opened, by the own replay; nobody is asked.
    ///
    /// @throws ProblemException 404 if it is not committed
    CommittedPayment committed(String reference, String transactionId) {
        requireReference(reference);
        return committed(id(transactionId));
    }

    /// The version of the configuration now.
    long configurationVersion() {
        return ledger.now().configuration().version();
    }

    Opening opening(String reference, String transactionId, String person) {
        CommittedPayment committed = committed(reference, transactionId);
        TransactionId id = committed.id();
        HiddenPayment payment = payment(committed);
        NetworkConfiguration now = ledger.now().configuration();
        AuditPublicKey key = key(committed, now);
        boolean limbs = AuditCiphertexts.sealed(payment.statement()).stream()
                .anyMatch(each -> each.part() instanceof Part.Value);
        if (limbs) {
            values.requireReady();
        }
        write(person, OpeningLog.ASKED, id, "case " + reference);
        Target target = new Target(network, id, reference, ShareEntries.person(person), key);
        Opened opened = open(target, payment.statement());
        write(person, OpeningLog.OPENED, id, "case " + reference + ", members " + opened.members());
        return new Opening(
                shown(reference, committed, payment.statement(), opened),
                payment,
                committed.configuration().version(),
                now.version(),
                opened.shares(),
                opened.entries());
    }

    private record Opened(
            Map<Part, G1> messages,
            SortedSet<Integer> members,
            SortedSet<Integer> blamed,
            List<Evidence> shares,
            List<Entry> entries) {}

    /// Identities first: where a case is of an enrollment, they show members that it takes part. Where no value is
    /// hidden, members are asked once more with that evidence, so that nothing is shown which they do not find to
    /// concern it.
    private Opened open(Target target, PaymentStatement statement) {
        List<Sealed> people = new ArrayList<>();
        List<Sealed> amounts = new ArrayList<>();
        AuditCiphertexts.sealed(statement)
                .forEach(each -> (each.part() instanceof Part.Value ? amounts : people).add(each));
        Map<Part, G1> messages = new HashMap<>();
        SortedSet<Integer> helped = new TreeSet<>();
        SortedSet<Integer> blamed = new TreeSet<>();
        List<Evidence> evidence = List.of();
        Map<String, Evidence> shares = new LinkedHashMap<>();
        List<Entry> entries = new ArrayList<>();
        for (List<Sealed> parts : List.of(people, amounts.isEmpty() ? people : amounts)) {
            Gathering gathering = new Gathering(target, parts);
            messages.putAll(gather(gathering, target, evidence));
            evidence = gathering.evidence();
            evidence.forEach(each -> helped.add(each.member()));
            evidence.forEach(
                    each -> shares.put(each.member() + " " + each.share().part(), each));
            entries.addAll(gathering.entries());
            blamed.addAll(gathering.blamed());
        }
        return new Opened(messages, helped, blamed, List.copyOf(shares.values()), List.copyOf(entries));
    }

    private Map<Part, G1> gather(Gathering gathering, Target target, List<Evidence> evidence) {
        SortedMap<Integer, String> refusals = new TreeMap<>();
        var request = new ShareRequest(
                target.caseReference(),
                target.transaction().toHex(),
                target.person(),
                gathering.names(),
                evidence,
                AuditKeys.name(target.key()).toHex());
        for (var member : members.all().entrySet()) {
            try {
                @Nullable ShareAnswer answer = member.getValue().shares(request);
                if (answer == null) {
                    gathering.addUnreadable(member.getKey());
                } else {
                    gathering.add(member.getKey(), answer);
                }
            } catch (RestClientException refused) {
                refusals.put(member.getKey(), why(refused));
                continue;
            }
            if (gathering.mayBeEnough()) {
                Optional<Map<Part, G1>> opened = gathering.open();
                report(target, gathering.blamed());
                if (opened.isPresent()) {
                    return opened.get();
                }
            }
        }
        report(target, gathering.blamed());
        gathering.blamed().forEach(member -> refusals.put(member, "wrong-share"));
        Map<String, String> reasons = new TreeMap<>();
        refusals.forEach((member, reason) -> reasons.put(Integer.toString(member), reason));
        throw new ProblemException(
                HttpStatus.FORBIDDEN,
                "too-few-shares",
                "Too few members of the audit authority agree",
                "Members gave no shares: " + reasons + ".",
                Map.of("members", reasons));
    }

    private static String why(RestClientException refused) {
        if (refused instanceof RestClientResponseException answer) {
            return ProblemCode.of(answer)
                    .orElse("status-" + answer.getStatusCode().value());
        }
        return "no-answer";
    }

    private void report(Target target, SortedSet<Integer> blamed) {
        blamed.forEach(member -> office.incidents()
                .report(Incident.of(
                        IncidentKind.SHARE_WRONG,
                        IncidentKind.SHARE_WRONG + ":" + member + ":"
                                + target.transaction().toHex(),
                        0,
                        "audit-member-" + member,
                        "its share of the decryption of " + target.transaction().toHex()
                                + " is not of its key, or its log does not say that it gave it")));
    }

    // ---- the payment

    private CommittedPayment committed(TransactionId id) {
        return ledger.places()
                .blockOf(id)
                .flatMap(ledger.blocks()::committed)
                .flatMap(block -> block.committed().stream()
                        .filter(ordered -> ordered.transaction()
                                .map(transaction -> transaction.id().equals(id))
                                .orElse(false))
                        .findFirst()
                        .map(ordered -> new CommittedPayment(block.number(), ordered, block.configuration())))
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.NOT_FOUND,
                        "not-committed",
                        "The transaction is not committed",
                        "The auditor's own replay has no committed transaction of this id."));
    }

    private HiddenPayment payment(CommittedPayment committed) {
        PaymentArchive.Found found =
                ledger.archive().search(List.of(committed.id()), 0, given -> flaws(committed, given));
        ClientTransaction client = found.payments().get(committed.id());
        if (client instanceof HiddenPayment payment
                && payment.statement().audit().isPresent()) {
            return payment;
        }
        if (client != null || !found.flawed().isEmpty()) {
            throw new ProblemException(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    "not-encrypted",
                    "The payment is not under passive audit",
                    "It carries no ciphertexts, or none whose proof holds.");
        }
        throw new ProblemException(ProblemCode.UNAVAILABLE, "No endorser gives the payment now.");
    }

    private Map<TransactionId, String> flaws(CommittedPayment committed, Map<TransactionId, ClientTransaction> given) {
        Map<TransactionId, String> flaws = new HashMap<>();
        given.forEach((id, client) -> ledger.review()
                .flaws(List.of(new Case(committed, client)))
                .getFirst()
                .ifPresent(flaw -> flaws.put(id, flaw)));
        return flaws;
    }

    /// The key that was in force at the payment's block, with the points that the configuration names for it now: its
    /// members may have given themselves new shares since. Of a key that has ended, with those that it named then.
    private static AuditPublicKey key(CommittedPayment committed, NetworkConfiguration current) {
        NamespaceId namespace = committed.settlement().namespace();
        AuditKey paidTo = auditKeys(committed.configuration(), namespace).getLast();
        AuditKey now = auditKeys(current, namespace).stream()
                .filter(paidTo::isSameKey)
                .findFirst()
                .orElse(paidTo);
        return AuditParameters.of(now).key();
    }

    private static List<AuditKey> auditKeys(NetworkConfiguration configuration, NamespaceId namespace) {
        return configuration.hidden(namespace).map(HiddenCurrency::auditKeys).orElse(List.of());
    }

    // ---- reading

    private OpenedPayment shown(
            String reference, CommittedPayment committed, PaymentStatement statement, Opened opened) {
        RegisteredIds.Lookup people = ids.lookup();
        List<Person> payers = new ArrayList<>();
        for (int owner = 0; owner < statement.owners(); owner++) {
            Person payer = person(people, opened, new Part.Payer(owner));
            if (!payer.registered()) {
                office.incidents()
                        .report(Incident.of(
                                IncidentKind.PAYER_UNKNOWN,
                                IncidentKind.PAYER_UNKNOWN + ":"
                                        + committed.id().toHex(),
                                committed.block(),
                                committed.id().toHex(),
                                "a payer has a credential for an enrollment id that registration does not vouch for:"
                                        + " it never issued it, or its record of it was altered"));
            }
            payers.add(payer);
        }
        List<Output> outputs = new ArrayList<>();
        for (int j = 0; j < statement.outputs().size(); j++) {
            outputs.add(new Output(
                    j,
                    person(people, opened, new Part.Payee(j)),
                    value(committed, opened, statement.outputs().get(j), j)));
        }
        return new OpenedPayment(
                reference,
                committed.id().toHex(),
                committed.block(),
                committed.settlement().kind().name(),
                payers,
                outputs,
                List.copyOf(opened.members()),
                List.copyOf(opened.blamed()));
    }

    private static Person person(RegisteredIds.Lookup people, Opened opened, Part part) {
        G1 point = Objects.requireNonNull(opened.messages().get(part));
        String id = people.find(point)
                .map(scalar -> Bytes32.of(scalar.toBytes()).toHex())
                .orElse("");
        return new Person(id, Bytes.of(point.encode()).toHex());
    }

    private long value(CommittedPayment committed, Opened opened, HiddenToken token, int output) {
        if (token instanceof HiddenToken.Anonymous(var _, Amount amount)) {
            return amount.minorUnits();
        }
        long low = limb(committed, opened, new Part.Value(output, 0));
        G1 high = opened.messages().get(new Part.Value(output, 1));
        return high == null ? low : new ValueLimbs(low, limb(committed, opened, new Part.Value(output, 1))).value();
    }

    private long limb(CommittedPayment committed, Opened opened, Part part) {
        G1 point = Objects.requireNonNull(opened.messages().get(part));
        return values.find(point).orElseThrow(() -> {
            office.incidents()
                    .report(Incident.of(
                            IncidentKind.PROOF_WRONG,
                            IncidentKind.PROOF_WRONG + ":limb:" + committed.id().toHex(),
                            committed.block(),
                            committed.id().toHex(),
                            "a limb of a value is not below 2^32 though its range proof holds"));
            return new ProblemException(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    "unreadable-value",
                    "A value cannot be read",
                    "A limb is not below 2^32; an incident was recorded.");
        });
    }

    // ---- forms

    /// @throws ProblemException 400 if it is none: it goes into statements and addresses
    static void requireReference(String reference) {
        if (!REFERENCE.matcher(reference).matches()) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "A reference has 1 to 64 letters, digits, dots, hyphens and underscores.");
        }
    }

    private static TransactionId id(String hex) {
        try {
            return TransactionId.fromHex(hex);
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "A transaction id has 64 hexadecimal digits.");
        }
    }

    private void write(String person, String action, TransactionId id, String detail) {
        office.transactions().executeWithoutResult(_ -> office.log().append(actor(person), action, id.toHex(), detail));
    }

    /// A person as the log names him.
    static String actor(String person) {
        return "person:" + person;
    }
}
