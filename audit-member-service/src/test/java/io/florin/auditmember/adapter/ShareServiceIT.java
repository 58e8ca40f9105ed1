package io.florin.auditmember.adapter;

import static io.florin.doubles.ledger.AuditedPayments.ALICE;
import static io.florin.doubles.ledger.AuditedPayments.ISSUE;
import static io.florin.doubles.ledger.AuditedPayments.NETWORK;
import static io.florin.doubles.ledger.AuditedPayments.NEVER_ORDERED;
import static io.florin.doubles.ledger.AuditedPayments.OF_OTHERS;
import static io.florin.doubles.ledger.AuditedPayments.PAYMENT;
import static io.florin.doubles.ledger.AuditedPayments.hex;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.audit.ShareEntries;
import io.florin.auditmember.AuditCase;
import io.florin.auditmember.CaseScope;
import io.florin.ceremony.AuditKeys;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.DecryptionShare;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome;
import io.florin.doubles.ledger.AuditedPayments;
import io.florin.doubles.ledger.AuditedPayments.Rotation;
import io.florin.doubles.ledger.ShownLedger;
import io.florin.doubles.ledger.ShownLedger.Flaw;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.AuditCiphertexts.Sealed;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.AuditMemberInternalApi.Evidence;
import io.florin.runtime.api.AuditMemberInternalApi.ShareAnswer;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.api.AuditSession;
import io.florin.runtime.api.CommitterApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Shares that members give, and those that they refuse.
class ShareServiceIT extends MemberStory {
    // ---- who agrees

    @Test
    void opensNothingWithoutACaseAndNothingBeforeASecondPersonApproved() {
        assertThat(refusals(PAYMENT)).isEqualTo(Map.of(1, "no-such-case", 2, "no-such-case", 3, "no-such-case"));

        CaseScope scope = of(PAYMENT);
        for (int member = 1; member <= 3; member++) {
            members.member(member).cases.ask(CASE, scope, "suspicion", "ines");
        }
        assertThat(refusals(PAYMENT)).containsValue("case-not-open").hasSize(3);
        assertThat(code(() -> members.member(1).cases.approve(CASE, "ines"))).isEqualTo("second-person-needed");
        members.member(1).cases.approve(CASE, "jo");
        assertThat(refusals(PAYMENT)).as("one member of two").isEqualTo(Map.of(2, "case-not-open", 3, "case-not-open"));
        assertThat(code(() -> members.member(1).cases.ask(CASE, scope, "again", "ines")))
                .isEqualTo("case-exists");
    }

    @Test
    void anEndedCaseOpensNothingAndNeverOpensAgain() {
        open(CASE, of(PAYMENT), 1, 2);
        members.member(1).cases.end(CASE, "closed", "jo");

        assertThat(refusals(PAYMENT)).containsEntry(1, "case-not-open");
        assertThat(code(() -> members.member(1).cases.approve(CASE, "jo"))).isEqualTo("case-not-asked");

        now = now.plusSeconds(91 * 24 * 3_600L);
        assertThat(refusals(PAYMENT)).as("after its time").containsEntry(2, "case-not-open");
    }

    @Test
    void aCaseThatEndsWhileThePaymentIsVerifiedOpensNothing() {
        open(CASE, of(PAYMENT), 1);
        meanwhile = () -> members.member(1).cases.end(CASE, "closed", "jo");

        assertThat(code(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .isEqualTo("case-not-open");
        assertThat(members.member(1).entries("transaction/" + hex(PAYMENT))).isEmpty();
    }

    @Test
    void aCaseCoversItsTransactionOnly() {
        open(CASE, of(PAYMENT), 1, 2, 3);

        assertThat(refusals(OF_OTHERS)).isEqualTo(Map.of(1, "not-covered", 2, "not-covered", 3, "not-covered"));
    }

    @Test
    void aCaseOfAnEnrollmentOpensValuesOfItsOwnPaymentsOnly() {
        open(CASE, new CaseScope.OfEnrollment(ALICE.enrollment(), 1, 3), 1, 2);
        assertThat(refusals(PAYMENT)).as("hers").isEqualTo(Map.of(3, "no-such-case"));

        assertThat(refusals(OF_OTHERS))
                .as("the evidence shows that she has no part in it")
                .containsEntry(1, "not-concerned")
                .containsEntry(2, "not-concerned");
        assertThat(members.member(1).entries("transaction/" + hex(OF_OTHERS)))
                .as("that it was looked whose it is, is written")
                .singleElement()
                .asString()
                .contains("payer-0 payee-0 payee-1");

        open("AZ-13", new CaseScope.OfEnrollment(ALICE.enrollment(), 3, 9), 1, 2);
        assertThat(refusals("AZ-13", PAYMENT)).as("before its period").containsEntry(1, "not-covered");
    }

    @Test
    void aCaseOfAnEnrollmentShowsNobodyElsesPaymentsThoughValuesAreInTheClear() {
        TestHiddenEconomy economy = TestHiddenEconomy.audited(13, PrivacyModel.ANONYMOUS);
        TestNetwork network = economy.network();
        Holder alice = economy.newHolder();
        Holder bob = economy.newHolder();
        Paid issue = economy.issue(
                network.header(100),
                new OwnerKey(AuditedPayments.TREASURY.publicKey()),
                new Payee(alice, 90),
                new Payee(economy.newHolder(), 55));
        Paid hers = economy.pay(network.header(100), issue.coins().subList(0, 1), new Payee(bob, 90));
        Paid ofOthers = economy.pay(network.header(100), issue.coins().subList(1, 2), new Payee(bob, 55));
        List.of(issue, hers, ofOthers).forEach(this::hold);
        members = members(economy, new ShownLedger(network, issue, hers, ofOthers));
        open(CASE, new CaseScope.OfEnrollment(alice.enrollment(), 1, 3), 1, 2);

        assertThat(refusals(hers)).isEqualTo(Map.of(3, "no-such-case"));
        assertThat(refusals(ofOthers)).containsEntry(1, "not-concerned").containsEntry(2, "not-concerned");
    }

    @Test
    void evidenceOfAnotherCaseShowsNothing() {
        open(CASE, of(PAYMENT), 2);
        open("AZ-13", new CaseScope.OfEnrollment(ALICE.enrollment(), 1, 3), 1);
        ShareAnswer other = members.member(2).shares(request(CASE, PAYMENT, List.of(), "payer-0"));
        var request =
                request("AZ-13", PAYMENT, List.of(new Evidence(2, other.shares().getFirst())), "value-0-low");

        assertThat(code(() -> members.member(1).shares(request))).isEqualTo("not-concerned");
    }

    // ---- what is given

    @Test
    void givesSharesOfWhatItsCaseCoversAndWritesAllOfItDown() {
        open(CASE, of(PAYMENT), 1, 3);

        assertThat(refusals(PAYMENT)).isEqualTo(Map.of(2, "no-such-case"));

        for (int member : new int[] {1, 3}) {
            assertThat(members.member(member).entries("transaction/" + hex(PAYMENT)))
                    .containsExactly(
                            "share-given by auditor-1 person:ada: case " + CASE + ", 3 parts: payer-0 payee-0 payee-1",
                            "share-given by auditor-1 person:ada: case " + CASE
                                    + ", 4 parts: value-0-low value-0-high value-1-low value-1-high");
        }
        assertThat(members.member(2).entries("transaction/" + hex(PAYMENT))).isEmpty();
    }

    /// With their entries, which the auditor checks against each member's share of the key.
    @Test
    void givesSharesThatOpenThePaymentAndEntriesThatSaySo() {
        open(CASE, of(PAYMENT), 1, 3);
        Sealed payer = AuditCiphertexts.sealed(PAYMENT.payment().statement()).getFirst();
        AuditPublicKey key = AuditedPayments.ECONOMY.auditors().key();
        List<DecryptionShare> shares = new ArrayList<>();
        for (int member : new int[] {1, 3}) {
            ShareAnswer answer = members.member(member).shares(request(CASE, PAYMENT, List.of(), "payer-0"));
            shares.add(answer.shares().getFirst().share(member));
            var asked = new ShareEntries.Asked(
                    NETWORK.networkId(), PAYMENT.payment().id(), CASE, "ada");
            assertThat(ShareEntries.parts(asked, key, member, answer.entries())).containsExactly("payer-0");
        }

        Bytes32 context =
                AuditSession.opening(NETWORK.networkId(), PAYMENT.payment().id(), "payer-0", CASE);
        assertThat(ThresholdDecryption.open(key, payer.commitment(), payer.handle(), context, shares))
                .isInstanceOfSatisfying(Outcome.Opened.class, opened -> {
                    assertThat(opened.message()).isEqualTo(Generators.ENROLLMENT.multiply(ALICE.enrollment()));
                    assertThat(opened.blamed()).isEmpty();
                });
    }

    @Test
    void isNoOracleForWhatIsNotCommitted() {
        open(CASE, of(NEVER_ORDERED), 1, 2, 3);

        for (int member = 1; member <= 3; member++) {
            var asked = members.member(member);
            assertThat(code(() -> asked.shares(request(CASE, NEVER_ORDERED, List.of(), "payer-0"))))
                    .isEqualTo("not-committed");
            assertThat(asked.entries("transaction/" + hex(NEVER_ORDERED))).isEmpty();
        }
    }

    @Test
    void takesNoCommittersWordWithoutItsSignatureOrTheBlock() {
        open(CASE, of(PAYMENT), 1, 2, 3);
        for (Flaw flaw : List.of(Flaw.ABORTED, Flaw.UNSIGNED, Flaw.OTHER_NETWORK)) {
            LEDGER.show(flaw);
            assertThat(code(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                    .as(flaw.name())
                    .isEqualTo("not-committed");
        }
        for (Flaw flaw : List.of(Flaw.NO_QUORUM, Flaw.OTHER_BLOCK)) {
            LEDGER.show(flaw);
            assertThat(code(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                    .as(flaw.name())
                    .isEqualTo("unavailable");
        }
        LEDGER.show(Flaw.NONE);
        assertThat(members.member(1)
                        .shares(request(CASE, PAYMENT, List.of(), "payer-0"))
                        .shares())
                .hasSize(1);
    }

    @Test
    void opensNothingWhoseProofDoesNotHold() {
        open(CASE, of(PAYMENT), 1);
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

        assertThat(code(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-0"))))
                .isEqualTo("no-valid-payment");
        assertThat(code(() -> members.member(1).shares(request(CASE, ISSUE, List.of(), "payer-0"))))
                .isEqualTo("not-covered");
        held.put(genuine.id(), genuine);
        assertThat(code(() -> members.member(1).shares(request(CASE, PAYMENT, List.of(), "payer-1"))))
                .isEqualTo("no-such-part");
    }

    // ---- another key, other shares

    @Test
    void givesSharesOfTheKeyThatThePaymentIsEncryptedTo() {
        Rotation rotation = rotated(new TestAuditors(2, NETWORK.random()));
        TestAuditors first = Rotation.BEFORE.auditors();
        members.member(1).keys = List.of(rotation.after.auditors(), first);
        for (Paid paid : List.of(rotation.old, rotation.recent)) {
            TestAuditors own = paid == rotation.old ? first : rotation.after.auditors();
            TestAuditors other = paid == rotation.old ? rotation.after.auditors() : first;
            String reference = "AZ-" + hex(paid).substring(0, 8);
            open(reference, of(paid), 1, 3);

            assertThat(members.member(1)
                            .shares(asked(reference, paid, name(own)))
                            .shares())
                    .hasSize(1);
            assertThat(members.member(1).shares(asked(reference, paid, "")).shares())
                    .hasSize(1);
            assertThat(code(() -> members.member(1).shares(asked(reference, paid, name(other)))))
                    .isEqualTo("key-not-in-force");
            assertThat(code(() -> members.member(1).shares(asked(reference, paid, "00"))))
                    .isEqualTo("key-not-in-force");
        }
        assertThat(code(() -> members.member(3)
                        .shares(asked(
                                "AZ-" + hex(rotation.recent).substring(0, 8),
                                rotation.recent,
                                name(rotation.after.auditors())))))
                .as("it was not started with its new share")
                .isEqualTo("key-not-in-force");
    }

    @Test
    void afterARefreshItGivesTheSharesThatAreAskedFor() {
        Rotation rotation = rotated(Rotation.BEFORE.auditors().refreshed());
        TestAuditors old = Rotation.BEFORE.auditors();
        TestAuditors renewed = rotation.after.auditors();
        members.member(1).keys = List.of(renewed, old);
        members.member(2).keys = List.of(renewed);
        open(CASE, of(rotation.old), 1, 2);

        for (TestAuditors each : List.of(renewed, old)) {
            ShareAnswer answer = members.member(1).shares(asked(CASE, rotation.old, name(each)));
            var asked = new ShareEntries.Asked(
                    Rotation.BEFORE.network().networkId(),
                    rotation.old.payment().id(),
                    CASE,
                    "ada");
            assertThat(ShareEntries.parts(asked, each.key(), 1, answer.entries()))
                    .as("signed under the same share")
                    .containsExactly("payer-0");
        }
        assertThat(code(() -> members.member(2).shares(asked(CASE, rotation.old, name(old)))))
                .isEqualTo("key-not-in-force");
    }

    /// The own committer's list of results is a hint: what it leaves out another one names, and what is not proven
    /// counts for nothing.
    @Test
    void aChangeThatTheOwnCommitterLeavesOutOrMakesUpIsFoundAtAnother() {
        Rotation rotation = new Rotation(Rotation.BEFORE.auditors().refreshed());
        ToldBlocks truth = rotation.ledger.told();
        ToldBlocks without = rotation.ledger.told((block, settled) -> block == 3 ? List.of() : settled);
        ToldBlocks renamed = rotation.ledger.told((_, _) -> List.of(named(
                rotation.ledger.applied(3).committed().getFirst(),
                rotation.old.payment().id())));
        List<ShownLedger.Results> lies = List.of(
                (from, limit, _) -> without.results(from, limit),
                (from, limit, _) -> truth.results(from + 1, limit),
                (from, limit, _) -> renamed.results(from, limit));
        for (ShownLedger.Results lie : lies) {
            CommitterApi own = rotation.ledger.committer(lie);
            Genesis genesis = Rotation.BEFORE.network().genesis();
            var alone = new CommitVerifier(genesis, List.of(own), List.of(rotation.ledger.party()), SOON);
            assertThat(code(() -> alone.committed(rotation.recent.payment().id())))
                    .isEqualTo("unavailable");
            assertThat(alone.committed(rotation.old.payment().id()))
                    .as("of genesis")
                    .isPresent();

            var both = new CommitVerifier(
                    genesis, List.of(own, rotation.ledger.committer()), List.of(rotation.ledger.party()), SOON);
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

    // ---- pages

    /// A case as people of a member see it before they approve it.
    @Test
    void thePreviewSaysWhatACaseWouldOpenAndOpensNothing() {
        open(CASE, of(PAYMENT), 1);
        CasePreview previews = new CasePreview(sight(AuditedPayments.ECONOMY, LEDGER));
        AuditCase asked = members.member(1).cases.find(CASE).orElseThrow();

        CasePreview.Preview preview = previews.of(asked);

        assertThat(preview.sound()).isTrue();
        assertThat(preview.sentence()).contains("Who paid", "the value of each");
        assertThat(preview.facts())
                .extracting(fact -> fact.label() + ": " + fact.value())
                .contains(
                        "Kind: TRANSFER",
                        "Committed in block: 2",
                        "Outputs: 2",
                        "Encrypted to the audit key of epoch: 1");
        LEDGER.show(Flaw.UNSIGNED);
        assertThat(new CasePreview(sight(AuditedPayments.ECONOMY, LEDGER))
                        .of(asked)
                        .sentence())
                .contains("no such transaction is committed");
        LEDGER.show(Flaw.NO_QUORUM);
        assertThat(new CasePreview(sight(AuditedPayments.ECONOMY, LEDGER)).of(asked))
                .satisfies(unseen -> {
                    assertThat(unseen.sound()).isFalse();
                    assertThat(unseen.sentence()).contains("cannot be seen now");
                });
        assertThat(members.member(1).entries("transaction/" + hex(PAYMENT))).isEmpty();
    }

    /// Another currency, of members that have its first key.
    private Rotation rotated(TestAuditors next) {
        Rotation rotation = new Rotation(next);
        List.of(rotation.issue, rotation.old, rotation.recent).forEach(this::hold);
        members = members(Rotation.BEFORE, rotation.ledger);
        return rotation;
    }

    private static String name(TestAuditors auditors) {
        return AuditKeys.name(auditors.key()).toHex();
    }

    private static ShareRequest asked(String reference, Paid paid, String key) {
        return new ShareRequest(reference, hex(paid), "ada", List.of("payer-0"), List.of(), key);
    }
}
