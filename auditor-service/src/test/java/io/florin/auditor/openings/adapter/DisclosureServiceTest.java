package io.florin.auditor.openings.adapter;

import static io.florin.doubles.ledger.AuditedPayments.ALICE;
import static io.florin.doubles.ledger.AuditedPayments.BOB;
import static io.florin.doubles.ledger.AuditedPayments.ISSUE;
import static io.florin.doubles.ledger.AuditedPayments.NETWORK;
import static io.florin.doubles.ledger.AuditedPayments.NEVER_ORDERED;
import static io.florin.doubles.ledger.AuditedPayments.OF_OTHERS;
import static io.florin.doubles.ledger.AuditedPayments.PAYMENT;
import static io.florin.doubles.ledger.AuditedPayments.hex;
import static io.florin.doubles.ledger.AuditedPayments.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.florin.audit.PaymentArchive;
import io.florin.audit.ProofReview;
import io.florin.auditor.openings.OpenedPayment;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.doubles.api.UnkeptTransactions;
import io.florin.doubles.ledger.AuditedPayments;
import io.florin.doubles.ledger.AuditedPayments.Rotation;
import io.florin.doubles.ledger.HeldPayments;
import io.florin.doubles.ledger.ShownLedger;
import io.florin.ledger.TransactionId;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.AuditMemberInternalApi.PartShare;
import io.florin.runtime.api.AuditMemberInternalApi.ShareAnswer;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.http.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/// Openings by case: the auditor's service, with real proofs, ciphertexts and shares; the test plays members, endorsers
/// and registration.
class DisclosureServiceTest {
    private static final String CASE = "AZ-12.2026";
    private static final Duration SHUT = Duration.ofMinutes(10);
    private static final Random RANDOM = new Random(4);
    private static final ShownLedger LEDGER = AuditedPayments.ledger();
    private static final ValueTable VALUES = new ValueTable(12);

    private final Map<TransactionId, ClientTransaction> held = new HashMap<>();
    private final List<Incident> incidents = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private FakeMembers members = new FakeMembers(AuditedPayments.ECONOMY, held);
    private DisclosureService disclosures = disclosures(LEDGER, NETWORK.configuration());

    @BeforeAll
    static void prepare() {
        VALUES.prepare().join();
    }

    @BeforeEach
    void hold() {
        AuditedPayments.ALL.forEach(paid -> held.put(paid.payment().id(), paid.payment()));
    }

    // ---- what opens

    @Test
    void opensAPaymentUnderACaseAndShowsWhatIsTrue() {
        members.open(CASE, 1, 3);

        OpenedPayment opened = disclosures.open(CASE, hex(PAYMENT), "ada");

        assertThat(opened.kind()).isEqualTo("TRANSFER");
        assertThat(opened.block()).isEqualTo(2);
        assertThat(opened.payers())
                .extracting(OpenedPayment.Person::enrollmentId)
                .containsExactly(id(ALICE));
        assertThat(opened.outputs())
                .extracting(output -> output.payee().enrollmentId(), OpenedPayment.Output::value)
                .containsExactly(tuple(id(BOB), 4_294_967_299L), tuple(id(ALICE), 8_589_934_596L));
        assertThat(opened.blamed()).isEmpty();
        assertThat(incidents).isEmpty();
        assertThat(log)
                .containsExactly(
                        "person:ada opening-asked " + hex(PAYMENT) + " case " + CASE,
                        "person:ada payment-opened " + hex(PAYMENT) + " case " + CASE + ", members [1, 3]");
        for (int member : new int[] {1, 3}) {
            assertThat(members.member(member).entries(PAYMENT.payment().id()))
                    .containsExactly(
                            "share-given by auditor-1 person:ada: case " + CASE + ", 3 parts: payer-0 payee-0 payee-1",
                            "share-given by auditor-1 person:ada: case " + CASE
                                    + ", 4 parts: value-0-low value-0-high value-1-low value-1-high");
        }
        assertThat(members.member(2).entries(PAYMENT.payment().id())).isEmpty();
    }

    @Test
    void opensAnIssueAndSaysWhoIsNotEnrolled() {
        members.open(CASE, 1, 2);

        OpenedPayment opened = disclosures.open(CASE, hex(ISSUE), "ada");

        assertThat(opened.payers()).isEmpty();
        assertThat(opened.outputs()).extracting(OpenedPayment.Output::value).containsExactly(12_884_901_895L, 55L);
        assertThat(opened.outputs().get(1).payee().registered())
                .as("Carol's id is not among those that registration told")
                .isFalse();
        assertThat(incidents).as("a payee may be anybody").isEmpty();
    }

    @Test
    void anUnknownPayerIsAnAlarm() {
        members.open(CASE, 1, 2);

        disclosures.open(CASE, hex(OF_OTHERS), "ada");

        assertThat(incidents).extracting(Incident::kind).containsExactly(IncidentKind.PAYER_UNKNOWN);
    }

    // ---- who is asked for what

    /// Under a case of an enrollment members give shares of values only to whoever shows them whom it concerns.
    @Test
    void showsMembersWhoTakesPartBeforeItAsksForValues() {
        members.open(CASE, 1, 3);

        disclosures.open(CASE, hex(PAYMENT), "ada");

        assertThat(members.member(3).asked)
                .extracting(ShareRequest::parts)
                .containsExactly(
                        List.of("payer-0", "payee-0", "payee-1"),
                        List.of("value-0-low", "value-0-high", "value-1-low", "value-1-high"));
        assertThat(members.member(3).asked.getFirst().evidence()).isEmpty();
        assertThat(members.member(3).asked.getLast().evidence())
                .extracting(shown -> shown.member() + " " + shown.share().part())
                .containsExactly("1 payer-0", "1 payee-0", "1 payee-1", "3 payer-0", "3 payee-0", "3 payee-1");
    }

    @Test
    void showsMembersWhoTakesPartBeforeItShowsValuesThatAreInTheClear() {
        Rotation rotation = new Rotation(Rotation.BEFORE.auditors().refreshed());
        begin(rotation);
        disclosures = disclosures(rotation.ledger, rotation.ledger.configurationAfter(0));
        members.open(CASE, 1, 2);

        assertThat(disclosures
                        .open(CASE, hex(rotation.old), "ada")
                        .outputs()
                        .getFirst()
                        .value())
                .isEqualTo(90);

        assertThat(members.member(2).asked)
                .extracting(ShareRequest::parts, request -> request.evidence().size())
                .containsExactly(tuple(List.of("payer-0", "payee-0"), 0), tuple(List.of("payer-0", "payee-0"), 4));
    }

    @Test
    void saysWhyTooFewMembersGaveSharesAndOpensNothing() {
        assertThat(refusals(PAYMENT)).isEqualTo(Map.of("1", "no-such-case", "2", "no-such-case", "3", "no-such-case"));

        members.open(CASE, 1);
        assertThat(refusals(PAYMENT))
                .as("one member of two")
                .isEqualTo(Map.of("2", "no-such-case", "3", "no-such-case"));
        assertThat(log).noneMatch(entry -> entry.contains("payment-opened"));
    }

    @Test
    void asksNobodyForWhatIsNotCommitted() {
        members.open(CASE, 1, 2, 3);

        ProblemException refused =
                catchThrowableOfType(ProblemException.class, () -> disclosures.open(CASE, hex(NEVER_ORDERED), "ada"));

        assertThat(properties(refused)).containsEntry("code", "not-committed");
        for (int member = 1; member <= TestAuditors.MEMBERS; member++) {
            assertThat(members.member(member).asked).isEmpty();
        }
    }

    // ---- members that lie, and logs

    @Test
    void namesAMemberWhoseShareIsWrongAndOpensWithTheOthers() {
        members.open(CASE, 1, 2, 3);
        members.member(1).lie = answer -> {
            List<PartShare> shares = new ArrayList<>(answer.shares());
            PartShare first = shares.get(0);
            PartShare second = shares.get(1);
            shares.set(0, new PartShare(first.part(), second.point(), second.proof()));
            return new ShareAnswer(answer.member(), shares, answer.entries());
        };

        OpenedPayment opened = disclosures.open(CASE, hex(PAYMENT), "ada");

        assertThat(opened.payers())
                .extracting(OpenedPayment.Person::enrollmentId)
                .containsExactly(id(ALICE));
        assertThat(opened.blamed()).containsExactly(1);
        assertThat(incidents).isNotEmpty().allSatisfy(incident -> {
            assertThat(incident.kind()).isEqualTo(IncidentKind.SHARE_WRONG);
            assertThat(incident.subject()).isEqualTo("audit-member-1");
        });

        members.member(2).silent = true;
        assertThat(refusals(PAYMENT)).isEqualTo(Map.of("1", "wrong-share", "2", "no-answer"));
    }

    @Test
    void aMemberThatAnswersNothingIsNamedAndTheOthersOpen() {
        members.open(CASE, 1, 2, 3);
        members.member(1).empty = true;

        assertThat(disclosures.open(CASE, hex(PAYMENT), "ada").blamed()).containsExactly(1);
        assertThat(incidents).extracting(Incident::subject).containsOnly("audit-member-1");
        KeyWatch watch = watch(new ReplayedLedger(LEDGER).view(NETWORK.configuration()));
        watch.step();
        assertThat(check(watch).wrong()).containsExactly(1);
        assertThat(check(watch).opens()).isTrue();
    }

    @Test
    void aMemberThatDoesNotShowItsLogIsNamedAndTheOthersOpen() {
        members.open(CASE, 1, 2, 3);
        members.member(1).lie = answer -> new ShareAnswer(answer.member(), answer.shares(), List.of());

        OpenedPayment opened = disclosures.open(CASE, hex(PAYMENT), "ada");

        assertThat(opened.members()).containsExactly(2, 3);
        assertThat(opened.blamed()).containsExactly(1);
        assertThat(incidents).extracting(Incident::subject).containsOnly("audit-member-1");
    }

    // ---- the key

    @Test
    void seesThatTheKeyOfTheConfigurationIsTheMembers() {
        KeyWatch watch = watch(new ReplayedLedger(LEDGER).view(NETWORK.configuration()));
        watch.step();

        assertThat(check(watch)).satisfies(check -> {
            assertThat(check.opens()).isTrue();
            assertThat(check.good()).isEqualTo(3);
            assertThat(check.wrong()).isEmpty();
        });
        assertThat(incidents).isEmpty();

        TestHiddenEconomy other = TestHiddenEconomy.audited(12, PrivacyModel.CONFIDENTIAL);
        KeyWatch wrong = watch(new ReplayedLedger(LEDGER).view(other.network().configuration()));
        wrong.step();
        assertThat(check(wrong)).satisfies(check -> {
            assertThat(check.opens()).isFalse();
            assertThat(check.wrong()).containsExactly(1, 2, 3);
        });
        assertThat(incidents).extracting(Incident::kind).containsOnly(IncidentKind.AUDIT_KEY_WRONG);
    }

    @Test
    void checksTheKeyAgainWhileTooFewAnswerAndThenDaily() {
        members.member(1).silent = true;
        members.member(2).silent = true;
        KeyWatch watch = watch(new ReplayedLedger(LEDGER).view(NETWORK.configuration()));
        watch.step();
        assertThat(check(watch).opens()).isFalse();

        members.member(2).silent = false;
        watch.step();
        Instant found = check(watch).at();
        assertThat(check(watch).opens()).isTrue();

        now = now.plusSeconds(3_600);
        watch.step();
        assertThat(check(watch).at()).isEqualTo(found);
        now = now.plusSeconds(24 * 3_600);
        watch.step();
        assertThat(check(watch).at()).isEqualTo(now);
        assertThat(incidents).as("silence is no wrong answer").isEmpty();
    }

    @Test
    void aKeyThatStaysShutIsAnAlarmAndAMemberWithoutAShareIsWrong() {
        members.member(1).silent = true;
        members.member(2).keyless = true;
        KeyWatch watch = watch(new ReplayedLedger(LEDGER).view(NETWORK.configuration()));
        watch.step();
        assertThat(check(watch).wrong()).containsExactly(2);
        assertThat(incidents).extracting(Incident::subject).containsExactly("audit-member-2");

        now = now.plus(SHUT);
        watch.step();
        assertThat(incidents).extracting(Incident::subject).contains("audit-key-1");

        incidents.clear();
        members.member(1).silent = false;
        members.member(2).keyless = false;
        watch.step();
        now = now.plus(SHUT.multipliedBy(200));
        members.member(1).silent = true;
        members.member(2).silent = true;
        watch.step();
        assertThat(check(watch).opens()).isFalse();
        assertThat(incidents).as("it has opened in between").isEmpty();
    }

    // ---- another key, other shares

    @Test
    void opensWhatWasPaidBeforeAndAfterAChangeOfTheKeyEachUnderItsOwn() {
        Rotation rotation = new Rotation(new TestAuditors(2, NETWORK.random()));
        TestAuditors first = Rotation.BEFORE.auditors();
        begin(rotation);
        members.member(1).keys = List.of(rotation.after.auditors(), first);
        members.member(2).keys = List.of(rotation.after.auditors(), first);
        for (Paid paid : List.of(rotation.old, rotation.recent)) {
            String reference = "AZ-" + hex(paid).substring(0, 8);
            members.open(reference, 1, 2, 3);

            OpenedPayment opened = disclosures.open(reference, hex(paid), "ada");

            assertThat(opened.payers())
                    .extracting(OpenedPayment.Person::enrollmentId)
                    .containsExactly(id(ALICE));
            assertThat(opened.blamed()).isEmpty();
        }
        members.open(CASE, 1, 3);
        assertThat(refusals(rotation.recent))
                .as("the third was not started with its new share")
                .isEqualTo(Map.of("2", "no-such-case", "3", "key-not-in-force"));

        KeyWatch watch = watch(new ReplayedLedger(rotation.ledger).view());
        watch.step();
        assertThat(watch.last().keySet()).extracting(KeyWatch.KeyName::epoch).containsExactly(1L, 2L);
        assertThat(watch.last().values())
                .extracting(KeyWatch.Check::opens, KeyWatch.Check::good)
                .containsExactly(tuple(true, 3), tuple(true, 2));
        assertThat(incidents).singleElement().satisfies(incident -> {
            assertThat(incident.subject()).isEqualTo("audit-member-3");
            assertThat(incident.detail()).contains("epoch 2 of namespace 1");
        });
    }

    @Test
    void afterARefreshOldSharesOpenNothingAndNewOnesOpenWhatWasPaidBefore() {
        Rotation rotation = new Rotation(Rotation.BEFORE.auditors().refreshed());
        TestAuditors old = Rotation.BEFORE.auditors();
        TestAuditors renewed = rotation.after.auditors();
        begin(rotation);
        members.member(1).keys = List.of(renewed, old);
        members.member(2).keys = List.of(renewed);
        members.member(3).keys = List.of(old);
        members.open(CASE, 1, 2, 3);

        OpenedPayment opened = disclosures.open(CASE, hex(rotation.old), "ada");

        assertThat(opened.payers())
                .extracting(OpenedPayment.Person::enrollmentId)
                .containsExactly(id(ALICE));
        assertThat(opened.blamed()).isEmpty();
        members.member(2).silent = true;
        assertThat(refusals(rotation.old))
                .as("one new share and one old one")
                .isEqualTo(Map.of("2", "no-answer", "3", "key-not-in-force"));
        assertThat(incidents).isEmpty();

        disclosures = disclosures(rotation.ledger, rotation.ledger.configurationAfter(0));
        assertThat(disclosures.open(CASE, hex(rotation.old), "ada").blamed())
                .as("until the block of the change, by the shares of before")
                .isEmpty();

        members.member(2).silent = false;
        members.member(3).keys = List.of(renewed, old);
        KeyWatch watch = watch(new ReplayedLedger(rotation.ledger).view());
        watch.step();
        assertThat(check(watch))
                .extracting(KeyWatch.Check::opens, KeyWatch.Check::good)
                .containsExactly(true, 3);
    }

    // ---- how

    /// Another currency, of members that have its first key.
    private void begin(Rotation rotation) {
        for (Paid paid : List.of(rotation.issue, rotation.old, rotation.recent)) {
            held.put(paid.payment().id(), paid.payment());
        }
        members = new FakeMembers(Rotation.BEFORE, held);
        disclosures = disclosures(rotation.ledger, rotation.ledger.configurationAfter(rotation.ledger.height()));
    }

    /// Why too few members gave shares, by member.
    @SuppressWarnings("unchecked")
    private Map<String, String> refusals(Paid paid) {
        ProblemException refused =
                catchThrowableOfType(ProblemException.class, () -> disclosures.open(CASE, hex(paid), "ada"));
        assertThat(properties(refused)).containsEntry("code", "too-few-shares");
        return (Map<String, String>) Objects.requireNonNull(properties(refused).get("members"));
    }

    private static Map<String, Object> properties(ProblemException refused) {
        return Objects.requireNonNull(refused.problem().getProperties());
    }

    private DisclosureService disclosures(ShownLedger ledger, NetworkConfiguration inForce) {
        List<String> registered =
                Stream.of(ALICE, BOB).map(AuditedPayments::id).sorted().toList();
        ReplayedLedger replayed = new ReplayedLedger(ledger);
        return new DisclosureService(
                ledger.networkId(),
                new DisclosureService.Ledger(
                        replayed.view(inForce),
                        replayed,
                        replayed,
                        new PaymentArchive(List.of(HeldPayments.endorser(held::get, () -> {}))),
                        new ProofReview(ledger.networkId(), new Random(2))),
                members.members(),
                new RegisteredIds(Optional.of(after -> after.isEmpty() ? registered : List.of())),
                VALUES,
                new DisclosureService.Office(
                        (actor, action, subject, detail) ->
                                log.add(actor + " " + action + " " + subject + " " + detail),
                        incidents::add,
                        new TransactionTemplate(new UnkeptTransactions())));
    }

    private KeyWatch watch(ReplayPosition view) {
        return new KeyWatch(
                view,
                members.members(),
                VALUES,
                new OpeningProperties(12, Duration.ofHours(24), SHUT, Duration.ofSeconds(1)),
                incidents::add,
                () -> now,
                RANDOM);
    }

    private static KeyWatch.Check check(KeyWatch watch) {
        return Objects.requireNonNull(watch.last().get(new KeyWatch.KeyName(TestNetwork.CURRENCY, 1)));
    }
}
