package io.florin.auditor.openings.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.florin.auditor.member.CaseScope;
import io.florin.auditor.member.adapter.CommitVerifier;
import io.florin.auditor.openings.OpenedPayment;
import io.florin.auditor.openings.adapter.LedgerUnderTest.Flaw;
import io.florin.auditor.protocol.Incident;
import io.florin.ceremony.AuditKeys;
import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.AuditMemberInternalApi.Evidence;
import io.florin.runtime.api.AuditMemberInternalApi.PartShare;
import io.florin.runtime.api.AuditMemberInternalApi.ShareAnswer;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.api.CommitterApi;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/// Openings by case: the auditor's desk and three members with their logs in a real database, real proofs and
/// ciphertexts; the test plays committer, party, endorsers and registration.
class PassiveAuditIT extends PassiveAuditStory {
    // ---- what opens

    @Test
    void opensAPaymentUnderACaseAndShowsWhatIsTrue() {
        open(CASE, new CaseScope.OfTransaction(PAYMENT.payment().id()), 1, 3);

        OpenedPayment opened = desk.open(CASE, hex(PAYMENT), "ada");

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
            assertThat(members.member(member).entries("transaction/" + hex(PAYMENT)))
                    .containsExactly(
                            "share-given by auditor-1 person:ada: case " + CASE + ", 3 parts: payer-0 payee-0 payee-1",
                            "share-given by auditor-1 person:ada: case " + CASE
                                    + ", 4 parts: value-0-low value-0-high value-1-low value-1-high");
        }
        assertThat(members.member(2).entries("transaction/" + hex(PAYMENT))).isEmpty();
    }

    @Test
    void opensAnIssueAndSaysWhoIsNotEnrolled() {
        open(CASE, new CaseScope.OfTransaction(ISSUE.payment().id()), 1, 2);

        OpenedPayment opened = desk.open(CASE, hex(ISSUE), "ada");

        assertThat(opened.payers()).isEmpty();
        assertThat(opened.outputs()).extracting(OpenedPayment.Output::value).containsExactly(12_884_901_895L, 55L);
        assertThat(opened.outputs().get(1).payee().registered())
                .as("Carol's id is not among those that registration told")
                .isFalse();
        assertThat(incidents).as("a payee may be anybody").isEmpty();
    }

    @Test
    void anUnknownPayerIsAnAlarm() {
        open(CASE, new CaseScope.OfTransaction(OF_OTHERS.payment().id()), 1, 2);

        desk.open(CASE, hex(OF_OTHERS), "ada");

        assertThat(incidents).extracting(Incident::kind).containsExactly(IncidentKind.PAYER_UNKNOWN);
    }

    // ---- who agrees

    @Test
    void opensNothingWithoutACaseAndNothingBeforeASecondPersonApproved() {
        assertThat(refusals(PAYMENT)).isEqualTo(Map.of("1", "no-such-case", "2", "no-such-case", "3", "no-such-case"));

        var scope = new CaseScope.OfTransaction(PAYMENT.payment().id());
        for (int member = 1; member <= 3; member++) {
            members.member(member).cases.ask(CASE, scope, "suspicion", "ines");
        }
        assertThat(refusals(PAYMENT)).containsValue("case-not-open").hasSize(3);
        assertThat(code(() -> members.member(1).cases.approve(CASE, "ines"))).isEqualTo("second-person-needed");
        members.member(1).cases.approve(CASE, "jo");
        assertThat(refusals(PAYMENT))
                .as("one member of two")
                .isEqualTo(Map.of("2", "case-not-open", "3", "case-not-open"));
        assertThat(code(() -> members.member(1).cases.ask(CASE, scope, "again", "ines")))
                .isEqualTo("case-exists");
    }

    @Test
    void anEndedCaseOpensNothingAndNeverOpensAgain() {
        open(CASE, new CaseScope.OfTransaction(PAYMENT.payment().id()), 1, 2);
        members.member(1).cases.end(CASE, "closed", "jo");

        assertThat(refusals(PAYMENT)).containsEntry("1", "case-not-open");
        assertThat(code(() -> members.member(1).cases.approve(CASE, "jo"))).isEqualTo("case-not-asked");

        now = now.plusSeconds(91 * 24 * 3_600L);
        assertThat(refusals(PAYMENT)).as("after its time").containsEntry("2", "case-not-open");
    }

    @Test
    void aCaseThatEndsWhileThePaymentIsVerifiedOpensNothing() {
        open(CASE, new CaseScope.OfTransaction(PAYMENT.payment().id()), 1);
        meanwhile = () -> members.member(1).cases.end(CASE, "closed", "jo");

        assertThat(refused(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .isEqualTo("case-not-open");
        assertThat(members.member(1).entries("transaction/" + hex(PAYMENT))).isEmpty();
    }

    @Test
    void aCaseCoversItsTransactionOnly() {
        open(CASE, new CaseScope.OfTransaction(PAYMENT.payment().id()), 1, 2, 3);

        assertThat(refusals(OF_OTHERS)).isEqualTo(Map.of("1", "not-covered", "2", "not-covered", "3", "not-covered"));
    }

    @Test
    void aCaseOfAnEnrollmentOpensValuesOfItsOwnPaymentsOnly() {
        open(CASE, new CaseScope.OfEnrollment(ALICE.enrollment(), 1, 3), 1, 2);
        assertThat(desk.open(CASE, hex(PAYMENT), "ada").outputs().getFirst().value())
                .isEqualTo(4_294_967_299L);

        assertThat(refusals(OF_OTHERS))
                .as("the evidence shows that she has no part in it")
                .containsEntry("1", "not-concerned")
                .containsEntry("2", "not-concerned");
        assertThat(members.member(1).entries("transaction/" + hex(OF_OTHERS)))
                .as("that it was looked whose it is, is written")
                .singleElement()
                .asString()
                .contains("payer-0 payee-0 payee-1");

        open("AZ-13", new CaseScope.OfEnrollment(ALICE.enrollment(), 3, 9), 1, 2);
        assertThat(refusals("AZ-13", PAYMENT)).as("before its period").containsEntry("1", "not-covered");
    }

    @Test
    void aCaseOfAnEnrollmentShowsNobodyElsesPaymentsThoughValuesAreInTheClear() {
        TestHiddenEconomy economy = TestHiddenEconomy.audited(13, PrivacyModel.ANONYMOUS);
        TestNetwork network = economy.network();
        Holder alice = economy.newHolder();
        Holder bob = economy.newHolder();
        Paid issue = economy.issue(
                network.header(100),
                new OwnerKey(TREASURY.publicKey()),
                new Payee(alice, 90),
                new Payee(economy.newHolder(), 55));
        Paid hers = economy.pay(network.header(100), issue.coins().subList(0, 1), new Payee(bob, 90));
        Paid ofOthers = economy.pay(network.header(100), issue.coins().subList(1, 2), new Payee(bob, 55));
        for (Paid paid : List.of(issue, hers, ofOthers)) {
            held.put(paid.payment().id(), paid.payment());
        }
        LedgerUnderTest ledger = new LedgerUnderTest(network, issue, hers, ofOthers);
        members = members(economy, ledger);
        desk = desk(network, ledger);
        open(CASE, new CaseScope.OfEnrollment(alice.enrollment(), 1, 3), 1, 2);

        assertThat(desk.open(CASE, hex(hers), "ada").outputs().getFirst().value())
                .isEqualTo(90);
        assertThat(refusals(ofOthers)).containsEntry("1", "not-concerned").containsEntry("2", "not-concerned");
        assertThat(log).noneMatch(entry -> entry.contains("payment-opened " + hex(ofOthers)));
    }

    @Test
    void evidenceOfAnotherCaseShowsNothing() {
        open(CASE, new CaseScope.OfTransaction(PAYMENT.payment().id()), 2);
        open("AZ-13", new CaseScope.OfEnrollment(ALICE.enrollment(), 1, 3), 1);
        ShareAnswer other = members.member(2).shares(request(CASE, PAYMENT, List.of(), "payer-0"));
        var request =
                request("AZ-13", PAYMENT, List.of(new Evidence(2, other.shares().getFirst())), "value-0-low");

        assertThat(refused(() -> members.member(1).shares(request))).isEqualTo("not-concerned");
    }

    // ---- what may be opened

    @Test
    void isNoOracleForWhatIsNotCommitted() {
        open(CASE, new CaseScope.OfTransaction(NEVER_ORDERED.payment().id()), 1, 2, 3);

        assertThat(code(() -> desk.open(CASE, hex(NEVER_ORDERED), "ada"))).isEqualTo("not-committed");
        for (int member = 1; member <= 3; member++) {
            var asked = members.member(member);
            assertThat(refused(() -> asked.shares(request(CASE, NEVER_ORDERED, List.of(), "payer-0"))))
                    .isEqualTo("not-committed");
            assertThat(asked.entries("transaction/" + hex(NEVER_ORDERED))).isEmpty();
        }
    }

    @Test
    void takesNoCommittersWordWithoutItsSignatureOrTheBlock() {
        open(CASE, new CaseScope.OfTransaction(PAYMENT.payment().id()), 1, 2, 3);
        for (Flaw flaw : List.of(Flaw.ABORTED, Flaw.UNSIGNED, Flaw.OTHER_NETWORK)) {
            LEDGER.flaw = flaw;
            assertThat(refused(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                    .as(flaw.name())
                    .isEqualTo("not-committed");
        }
        for (Flaw flaw : List.of(Flaw.NO_QUORUM, Flaw.OTHER_BLOCK)) {
            LEDGER.flaw = flaw;
            assertThat(refused(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                    .as(flaw.name())
                    .isEqualTo("unavailable");
        }
        LEDGER.flaw = Flaw.NONE;
        assertThat(members.member(1)
                        .shares(request(CASE, PAYMENT, List.of(), "payer-0"))
                        .shares())
                .hasSize(1);
    }

    @Test
    void opensNothingWhoseProofDoesNotHold() {
        open(CASE, new CaseScope.OfTransaction(PAYMENT.payment().id()), 1);
        HiddenPayment genuine = PAYMENT.payment();
        byte[] proof = genuine.proof().toArray();
        proof[proof.length - 1] ^= 1;
        held.put(
                genuine.id(),
                new HiddenPayment(
                        genuine.header(),
                        genuine.request(),
                        genuine.certifierEpoch(),
                        genuine.statement(),
                        genuine.notes(),
                        Bytes.of(proof),
                        genuine.approvals()));

        assertThat(refused(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .isEqualTo("no-valid-payment");
        assertThat(refused(() -> members.member(1).shares(request(CASE, ISSUE, List.of(), "payer-0"))))
                .isEqualTo("not-covered");
        held.put(genuine.id(), genuine);
        assertThat(refused(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-1"))))
                .isEqualTo("no-such-part");
    }

    // ---- members that lie, and logs

    @Test
    void namesAMemberWhoseShareIsWrongAndOpensWithTheOthers() {
        open(CASE, new CaseScope.OfTransaction(PAYMENT.payment().id()), 1, 2, 3);
        members.member(1).lie = answer -> {
            List<PartShare> shares = new ArrayList<>(answer.shares());
            PartShare first = shares.get(0);
            PartShare second = shares.get(1);
            shares.set(0, new PartShare(first.part(), second.point(), second.proof()));
            return new ShareAnswer(answer.member(), shares, answer.entries());
        };

        OpenedPayment opened = desk.open(CASE, hex(PAYMENT), "ada");

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
        open(CASE, new CaseScope.OfTransaction(PAYMENT.payment().id()), 1, 2, 3);
        members.member(1).empty = true;

        assertThat(desk.open(CASE, hex(PAYMENT), "ada").blamed()).containsExactly(1);
        assertThat(incidents).extracting(Incident::subject).containsOnly("audit-member-1");
        KeyWatch watch = watch(LEDGER.view(NETWORK.configuration()));
        watch.step();
        assertThat(check(watch).wrong()).containsExactly(1);
        assertThat(check(watch).opens()).isTrue();
    }

    @Test
    void aMemberThatDoesNotShowItsLogIsNamedAndTheOthersOpen() {
        open(CASE, new CaseScope.OfTransaction(PAYMENT.payment().id()), 1, 2, 3);
        members.member(1).lie = answer -> new ShareAnswer(answer.member(), answer.shares(), List.of());

        OpenedPayment opened = desk.open(CASE, hex(PAYMENT), "ada");

        assertThat(opened.members()).containsExactly(2, 3);
        assertThat(opened.blamed()).containsExactly(1);
        assertThat(incidents).extracting(Incident::subject).containsOnly("audit-member-1");
    }

    // ---- the key

    @Test
    void seesThatTheKeyOfTheConfigurationIsTheMembers() {
        KeyWatch watch = watch(LEDGER.view(NETWORK.configuration()));
        watch.step();

        assertThat(check(watch)).satisfies(check -> {
            assertThat(check.opens()).isTrue();
            assertThat(check.good()).isEqualTo(3);
            assertThat(check.wrong()).isEmpty();
        });
        assertThat(incidents).isEmpty();

        TestHiddenEconomy other = TestHiddenEconomy.audited(12, PrivacyModel.CONFIDENTIAL);
        KeyWatch wrong = watch(LEDGER.view(other.network().configuration()));
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
        KeyWatch watch = watch(LEDGER.view(NETWORK.configuration()));
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
        KeyWatch watch = watch(LEDGER.view(NETWORK.configuration()));
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
        TestAuditors first = rotation.before.auditors();
        members.member(1).keys = List.of(rotation.after.auditors(), first);
        members.member(2).keys = List.of(rotation.after.auditors(), first);
        for (Paid paid : List.of(rotation.old, rotation.recent)) {
            String reference = "AZ-" + hex(paid).substring(0, 8);
            open(reference, new CaseScope.OfTransaction(paid.payment().id()), 1, 2, 3);

            OpenedPayment opened = desk.open(reference, hex(paid), "ada");

            assertThat(opened.payers())
                    .extracting(OpenedPayment.Person::enrollmentId)
                    .containsExactly(id(ALICE));
            assertThat(opened.blamed()).isEmpty();
        }
        open(CASE, new CaseScope.OfTransaction(rotation.recent.payment().id()), 1, 3);
        assertThat(refusals(rotation.recent))
                .as("the third was not started with its new share")
                .isEqualTo(Map.of("2", "no-such-case", "3", "key-not-in-force"));
        members.member(3).silent = false;
        assertThat(refused(() -> members.member(1)
                        .shares(asked(
                                rotation.recent, AuditKeys.name(first.key()).toHex()))))
                .as("a share of another key than the payment's")
                .isEqualTo("key-not-in-force");
        assertThat(refused(() -> members.member(1).shares(asked(rotation.recent, "00"))))
                .isEqualTo("key-not-in-force");

        KeyWatch watch = watch(rotation.ledger.view());
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

    /// The own committer's list of results is a hint: what it leaves out another one names, and what is not proven
    /// counts for nothing.
    @Test
    void aChangeThatTheOwnCommitterLeavesOutOrMakesUpIsFoundAtAnother() {
        Rotation rotation = new Rotation(ECONOMY_OF_TWO.auditors().refreshed());
        ToldBlocks truth = rotation.ledger.told();
        ToldBlocks without = rotation.ledger.told((block, settled) -> block == 3 ? List.of() : settled);
        ToldBlocks renamed = rotation.ledger.told((_, _) -> List.of(named(
                rotation.ledger.applied(3).committed().getFirst(),
                rotation.old.payment().id())));
        List<LongFunction<List<BlockResult>>> lies = List.of(
                from -> without.results(from, 100),
                from -> truth.results(from + 1, 100),
                from -> renamed.results(from, 100));
        for (LongFunction<List<BlockResult>> lie : lies) {
            CommitterApi own = lying(rotation.ledger, lie);
            var genesis = rotation.before.network().genesis();
            var alone = new CommitVerifier(genesis, List.of(own), List.of(rotation.ledger.party()), SOON);
            assertThat(code(() -> alone.committed(rotation.recent.payment().id())))
                    .isEqualTo("unavailable");
            assertThat(alone.committed(rotation.old.payment().id()))
                    .as("of genesis")
                    .isPresent();

            var both =
                    new CommitVerifier(genesis, List.of(own, rotation.ledger), List.of(rotation.ledger.party()), SOON);
            assertThat(both.committed(rotation.recent.payment().id())
                            .orElseThrow()
                            .configuration())
                    .isEqualTo(rotation.after.configuration());
        }
    }

    private static SettledTransaction named(SettlementTransaction change, TransactionId id) {
        return ToldBlocks.told(
                new SettlementTransaction(
                        id,
                        change.kind(),
                        change.namespace(),
                        change.auditRequired(),
                        change.configurationVersion(),
                        change.expiryHeight(),
                        change.reads(),
                        change.writes()),
                TransactionStatus.COMMITTED);
    }

    private static CommitterApi lying(LedgerUnderTest ledger, LongFunction<List<BlockResult>> lie) {
        return (CommitterApi) Proxy.newProxyInstance(
                CommitterApi.class.getClassLoader(),
                new Class<?>[] {CommitterApi.class},
                (_, method, arguments) -> method.getName().equals("results")
                        ? ToldBlocks.answer(lie.apply((long) arguments[0]))
                        : method.invoke(ledger, arguments));
    }

    @Test
    void afterARefreshOldSharesOpenNothingAndNewOnesOpenWhatWasPaidBefore() {
        Rotation rotation = new Rotation(ECONOMY_OF_TWO.auditors().refreshed());
        TestAuditors old = rotation.before.auditors();
        TestAuditors renewed = rotation.after.auditors();
        members.member(1).keys = List.of(renewed, old);
        members.member(2).keys = List.of(renewed);
        members.member(3).keys = List.of(old);
        open(CASE, new CaseScope.OfTransaction(rotation.old.payment().id()), 1, 2, 3);

        OpenedPayment opened = desk.open(CASE, hex(rotation.old), "ada");

        assertThat(opened.payers())
                .extracting(OpenedPayment.Person::enrollmentId)
                .containsExactly(id(ALICE));
        assertThat(opened.blamed()).isEmpty();
        members.member(2).silent = true;
        assertThat(refusals(rotation.old))
                .as("one new share and one old one")
                .isEqualTo(Map.of("2", "no-answer", "3", "key-not-in-force"));
        assertThat(incidents).isEmpty();

        desk = desk(rotation.ledger, rotation.ledger.view(rotation.before.configuration()));
        assertThat(desk.open(CASE, hex(rotation.old), "ada").blamed())
                .as("until the block of the change, by the shares of before")
                .isEmpty();

        members.member(2).silent = false;
        members.member(3).keys = List.of(renewed, old);
        KeyWatch watch = watch(rotation.ledger.view());
        watch.step();
        assertThat(check(watch))
                .extracting(KeyWatch.Check::opens, KeyWatch.Check::good)
                .containsExactly(true, 3);
    }

    /// A currency whose audit key, or whose shares of it, are changed between two payments of Alice.
    private final class Rotation {
        final TestHiddenEconomy before = ECONOMY_OF_TWO;
        final TestHiddenEconomy after;
        final Paid old;
        final Paid recent;
        final LedgerUnderTest ledger;

        Rotation(TestAuditors next) {
            TestNetwork network = before.network();
            after = before.after(next);
            Paid issue = before.issue(
                    before.header(100), new OwnerKey(TREASURY.publicKey()), new Payee(ALICE, 90), new Payee(ALICE, 55));
            old = before.pay(before.header(100), issue.coins().subList(0, 1), new Payee(BOB, 90));
            recent = after.pay(after.header(100), issue.coins().subList(1, 2), new Payee(BOB, 55));
            for (Paid paid : List.of(issue, old, recent)) {
                held.put(paid.payment().id(), paid.payment());
            }
            ledger = new LedgerUnderTest(
                    network,
                    issue.payment(),
                    old.payment(),
                    network.change(after.configuration(), 100),
                    recent.payment());
            members = members(before, ledger);
            desk = desk(ledger, ledger.view());
        }
    }

    private static ShareRequest asked(Paid paid, String key) {
        return new ShareRequest(CASE, hex(paid), "ada", List.of("payer-0"), List.of(), key);
    }
}
