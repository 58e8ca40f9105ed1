package io.florin.instant.account;

import static io.florin.instant.account.ShardUnderTest.REQUEST;
import static io.florin.instant.account.ShardUnderTest.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One shard that has all accounts of its authority.
class AccountShardTest {

    private final TestRail rail = new TestRail(7, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final Ed25519KeyPair bob = rail.newKey();
    private final Ed25519KeyPair carol = rail.newKey();
    private final ShardUnderTest shard = new ShardUnderTest(rail, 0, 1);

    @BeforeEach
    void aliceHasMoney() {
        shard.deposit(alice, 1_000);
    }

    @AfterEach
    void moneyIsConservedAndTheJournalIsTheState() {
        assertThat(shard.unaccounted()).isZero();
        Bytes32 before = shard.shard.stateHash();
        shard.restart();
        assertThat(shard.shard.stateHash()).isEqualTo(before);
    }

    // ---- information

    @Test
    void anAccountIsReadPageByPage() {
        int payments = AccountInformation.EXECUTED_MAX + 3;
        for (int sequence = 0; sequence < payments; sequence++) {
            shard.confirm(rail.certify(rail.order(alice, bob, 1, sequence)));
        }

        AccountInformation first = information(alice, 0, 0);
        AccountInformation second = information(alice, first.executed().size(), 0);
        assertThat(first.executed()).hasSize(AccountInformation.EXECUTED_MAX);
        assertThat(second.executed()).hasSize(3);
        assertThat(second.executed().getLast().order().sequence()).isEqualTo(payments - 1);
        assertThat(second.nextSequence()).isEqualTo(payments);
        assertThat(information(alice, payments, 0).executed()).isEmpty();
        assertThat(information(alice, Long.MAX_VALUE, Long.MAX_VALUE).executed())
                .isEmpty();
        AccountInformation received = information(bob, 0, payments - 1);
        assertThat(received.arrivals()).isEqualTo(payments);
        assertThat(received.pendingCredits().minorUnits()).isEqualTo(payments);
        assertThat(received.received()).singleElement().satisfies(payment -> {
            assertThat(payment.place()).isEqualTo(payments - 1);
            assertThat(payment.orderId()).isEqualTo(second.executed().getLast().orderId());
            assertThat(payment.isFinal()).isFalse();
        });
    }

    @Test
    void anAccountThatNobodyHasHeardOfIsEmpty() {
        AccountInformation nothing = information(carol, 0, 0);

        assertThat(nothing.balance().minorUnits()).isZero();
        assertThat(nothing.received()).isEmpty();
    }

    private AccountInformation information(Ed25519KeyPair owner, long fromSequence, long fromPlace) {
        var asked = new ShardEvent.AccountAsked(REQUEST, TestRail.accountOf(owner), fromSequence, fromPlace);
        ShardAnswer answer =
                only(ShardEffect.Answer.class, shard.on(asked)).getFirst().answer();
        AccountInformation information = ((ShardAnswer.Information) answer).information();
        CanonicalWriter writer = new CanonicalWriter();
        information.writeTo(writer);
        assertThat(CanonicalReader.decode(writer.toByteArray(), AccountInformation::readFrom))
                .isEqualTo(information);
        return information;
    }

    // ---- votes

    @Test
    void votesForTheNextOrder() {
        SignedOrder order = rail.order(alice, bob, 700, 0);

        assertThat(shard.ask(order)).isInstanceOfSatisfying(ShardAnswer.Voted.class, voted -> {
            assertThat(voted.vote().orderId()).isEqualTo(order.id());
            assertThat(voted.vote().isAuthentic(rail.scope(), rail.verifier())).isTrue();
        });
        assertThat(shard.balance(alice)).as("a vote moves nothing").isEqualTo(1_000);
    }

    @Test
    void nothingLeavesBeforeItsRecordIsOnTheDisk() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        var asked = new ShardEvent.OrderAsked(REQUEST, new OrderRequest(order, CarriedPayments.NONE));
        int onDisk = shard.journal.size();
        List<ShardRecord> records = shard.shard.on(asked);
        shard.journal.addAll(records);

        assertThat(records).containsExactly(new ShardRecord.Voted(order));
        assertThat(shard.shard.synced(onDisk)).isEmpty();
        assertThat(shard.shard.on(asked)).as("a repeat writes nothing").isEmpty();
        assertThat(shard.shard.synced(onDisk)).as("and does not tell either").isEmpty();
        assertThat(shard.shard.synced(onDisk + 1)).hasSize(2);
    }

    @Test
    void aRepeatGetsTheSameVoteAlsoAfterARestartAndPastItsExpiry() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        ShardAnswer first = shard.ask(order);
        shard.restart();
        shard.on(new ShardEvent.HeightReached(51));

        assertThat(shard.ask(order)).isEqualTo(first);
    }

    @Test
    void theSameFieldsSignedAgainAreTheSameOrder() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        ShardAnswer first = shard.ask(order);

        assertThat(shard.ask(new SignedOrder(order.order(), Bytes.of(new byte[64]))))
                .isEqualTo(first);
    }

    @Test
    void votesForOneOrderOfASequence() {
        shard.ask(rail.order(alice, bob, 700, 0));

        assertRefused(shard.ask(rail.order(alice, carol, 700, 0)), RailRefusal.SEQUENCE_TAKEN);
        shard.restart();
        assertRefused(shard.ask(rail.order(alice, carol, 700, 0)), RailRefusal.SEQUENCE_TAKEN);
    }

    @Test
    void refusesByName() {
        assertRefused(shard.ask(rail.order(alice, bob, 1_001, 0)), RailRefusal.NOT_COVERED);
        assertRefused(shard.ask(rail.order(alice, bob, 1, 1)), RailRefusal.SEQUENCE_AHEAD);
        assertRefused(shard.ask(new TestRail(8, 4).order(alice, bob, 1, 0)), RailRefusal.WRONG_NETWORK);
        SignedOrder order = rail.order(alice, bob, 1, 0);
        assertRefused(
                shard.ask(new SignedOrder(order.order(), Bytes.of(new byte[64]))), RailRefusal.BAD_OWNER_SIGNATURE);
        shard.on(new ShardEvent.StandingChanged(TestRail.accountOf(alice), true));
        assertRefused(shard.ask(order), RailRefusal.SENDER_SUSPENDED);
        shard.on(new ShardEvent.StandingChanged(TestRail.accountOf(alice), false));
        shard.on(new ShardEvent.HeightReached(51));
        assertRefused(shard.ask(order), RailRefusal.EXPIRED);
    }

    @Test
    void anOrderExpiresWithinTheBoundAndOnItsHeightOnly() {
        TransferOrder order = rail.order(alice, bob, 1, 0).order();
        TransferOrder later = new TransferOrder(
                order.scope(),
                order.owner(),
                order.recipient(),
                order.amount(),
                order.sequence(),
                TestRail.EXPIRY_BLOCKS_MAX + 1,
                order.userData());
        SignedOrder signed = SignedOrder.sign(later, alice);

        assertRefused(shard.ask(signed), RailRefusal.EXPIRY_TOO_FAR);
        shard.on(new ShardEvent.HeightReached(1));
        shard.on(new ShardEvent.HeightReached(0));
        assertThat(shard.ask(signed)).as("a height never goes back").isInstanceOf(ShardAnswer.Voted.class);
    }

    // ---- execution

    @Test
    void executesACertificateWhateverItVotedFor() {
        shard.ask(rail.order(alice, carol, 1_000, 0));
        TransferCertificate certificate = rail.certify(rail.order(alice, bob, 700, 0));

        assertThat(shard.confirm(certificate)).isInstanceOfSatisfying(ShardAnswer.Executed.class, executed -> {
            assertThat(executed.effects().orderId()).isEqualTo(certificate.orderId());
            assertThat(executed.effects().isAuthentic(rail.scope(), rail.verifier()))
                    .isTrue();
        });
        assertThat(shard.balance(alice)).isEqualTo(300);
        assertThat(shard.view(alice).votedFor()).isEmpty();
        assertThat(shard.pending(bob)).isEqualTo(700);
    }

    @Test
    void aRepeatIsExecutedOnceAndAnsweredWithTheCertificateThatWas() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        TransferCertificate certificate = rail.certify(order);
        ShardAnswer first = shard.confirm(certificate);
        SignedOrder unsigned = new SignedOrder(order.order(), Bytes.of(new byte[64]));

        assertThat(shard.confirm(new TransferCertificate(unsigned, certificate.votes())))
                .isEqualTo(first);
        assertThat(shard.ask(order)).as("whoever asks for a vote late").isEqualTo(first);
        assertThat(shard.balance(alice)).isEqualTo(300);
        assertRefused(shard.ask(rail.order(alice, carol, 1, 0)), RailRefusal.SEQUENCE_USED);
    }

    @Test
    void anEarlyCertificateWaitsAndWhatIsBeforeItIsFetched() {
        TransferCertificate first = rail.certify(rail.order(alice, bob, 100, 0));
        TransferCertificate second = rail.certify(rail.order(alice, bob, 200, 1));

        assertThat(shard.confirm(second)).isEqualTo(new ShardAnswer.Waits());
        shard.restart();
        assertThat(only(ShardEffect.FetchSequence.class, shard.on(new ShardEvent.WindowDue())))
                .singleElement()
                .satisfies(fetch -> {
                    assertThat(fetch.sender()).isEqualTo(TestRail.accountOf(alice));
                    assertThat(fetch.sequence()).isZero();
                    assertThat(fetch.authority()).isNotEqualTo(1);
                });
        shard.on(new ShardEvent.CertificateArrived(first));

        assertThat(shard.balance(alice)).isEqualTo(700);
        assertThat(shard.view(alice).waiting()).isEmpty();
    }

    @Test
    void theLatestOfTwoEarlyCertificatesWaits() {
        TransferCertificate third = rail.certify(rail.order(alice, bob, 1, 2));
        shard.confirm(third);
        shard.confirm(rail.certify(rail.order(alice, bob, 1, 1)));

        assertThat(shard.view(alice).waiting()).contains(third.orderId());
    }

    @Test
    void anUncoveredCertificateWaitsForTheCreditToBeFinal() {
        TransferCertificate onward = rail.certify(rail.order(bob, carol, 700, 0));
        SignedOrder order = rail.order(alice, bob, 700, 0);

        assertThat(shard.confirm(onward)).isEqualTo(new ShardAnswer.Waits());
        shard.confirm(rail.certify(order));
        assertThat(shard.pending(bob))
                .as("it is here, and not known to be final")
                .isEqualTo(700);
        shard.windowOf(2, order);
        shard.windowOf(3, order);

        assertThat(shard.balance(bob)).isZero();
        assertThat(shard.pending(carol)).isEqualTo(700);
    }

    @Test
    void refusesWhatNoQuorumVotedFor() {
        SignedOrder order = rail.order(alice, bob, 700, 0);

        assertRefused(
                shard.confirm(new TransferCertificate(order, rail.finish(order).effects())),
                RailRefusal.BAD_CERTIFICATE);
    }

    @Test
    void twoCertificatesOfOneSequenceAreEvidence() {
        shard.confirm(rail.certify(rail.order(alice, bob, 1, 0)));
        TransferCertificate other = rail.certify(rail.order(alice, carol, 1, 0));
        List<ShardEffect> effects = shard.on(new ShardEvent.CertificateArrived(other));

        assertThat(only(ShardEffect.Evidence.class, effects)).hasSize(1);
        assertRefused(shard.confirm(other), RailRefusal.CONFLICTING_CERTIFICATE);
    }

    @Test
    void moneyLeavesToAnOwnerOfTheLedger() {
        var off = new RailRecipient.OnLedger(new OwnerKey(alice.publicKey()));
        shard.confirm(rail.certify(rail.order(alice, off, 400, 0)));

        assertThat(shard.balance(alice)).isEqualTo(600);
        assertThat(shard.shard.totals().left().minorUnits()).isEqualTo(400);
    }

    // ---- final credits

    @Test
    void aCreditIsSpendableOnceAQuorumHasExecuted() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        shard.windowOf(2, order);
        shard.confirm(rail.certify(order));
        shard.windowOf(2, order); // the same authority again does not count
        assertRefused(shard.ask(rail.order(bob, carol, 1, 0)), RailRefusal.NOT_COVERED);

        shard.windowOf(4, order);

        assertThat(shard.balance(bob)).isEqualTo(700);
        assertThat(shard.ask(rail.order(bob, carol, 700, 0))).isInstanceOf(ShardAnswer.Voted.class);
    }

    @Test
    void aCarriedPaymentIsSpendableAtOnceAndCountsOnce() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        FinalPayment payment = rail.finish(order);
        SignedOrder onward = rail.order(bob, carol, 700, 0);

        assertThat(shard.ask(onward, payment, payment)).isInstanceOf(ShardAnswer.Voted.class);
        assertThat(shard.balance(bob)).isEqualTo(700);
        assertThat(shard.balance(alice)).as("its certificate came along").isEqualTo(300);
        shard.windowOf(2, order);
        shard.windowOf(3, order);
        assertThat(shard.balance(bob)).isEqualTo(700);
    }

    @Test
    void aPendingCreditThatIsCarriedCountsOnce() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        shard.confirm(rail.certify(order));
        shard.ask(rail.order(bob, carol, 1, 0), rail.finish(order));
        shard.windowOf(2, order);
        shard.windowOf(3, order);

        assertThat(shard.balance(bob)).isEqualTo(700);
        assertThat(shard.pending(bob)).isZero();
    }

    @Test
    void theFirstBadCarriedPaymentEndsTheRequest() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        TransferCertificate certificate = rail.certify(order);
        FinalPayment promise = new FinalPayment(certificate, certificate.votes());
        SignedOrder onward = rail.order(bob, carol, 1, 0);

        assertRefused(shard.ask(onward, promise, rail.finish(order)), RailRefusal.BAD_EFFECTS);
        assertRefused(shard.ask(onward, rail.finish(rail.order(alice, carol, 1, 0))), RailRefusal.CARRIED_FOR_ANOTHER);
        assertThat(shard.balance(bob)).isZero();
        assertThat(shard.pending(bob)).isZero();
    }

    @Test
    void signatureAndSequenceAreLookedAtBeforeAnythingThatIsCarried() {
        FinalPayment payment = rail.finish(rail.order(alice, bob, 700, 0));

        assertRefused(shard.ask(rail.order(bob, carol, 1, 5), payment), RailRefusal.SEQUENCE_AHEAD);
        SignedOrder order = rail.order(bob, carol, 1, 0);
        assertRefused(
                shard.ask(new SignedOrder(order.order(), Bytes.of(new byte[64])), payment),
                RailRefusal.BAD_OWNER_SIGNATURE);
        assertThat(shard.balance(bob)).isZero();
    }

    /// What is carried may itself be the account's order of this sequence.
    @Test
    void anOrderWhoseSequenceIsUsedByWhatItCarriesIsRefused() {
        FinalPayment toHerself = rail.finish(rail.order(alice, alice, 5, 0));

        assertRefused(shard.ask(rail.order(alice, bob, 1, 0), toHerself), RailRefusal.SEQUENCE_USED);
        assertThat(shard.balance(alice)).isEqualTo(1_000);
    }

    @Test
    void aBalanceThatWouldOverflowIsRefused() {
        ShardUnderTest rich = new ShardUnderTest(rail, 0, 1);
        rich.deposit(bob, Long.MAX_VALUE - 1);

        assertRefused(
                rich.ask(rail.order(bob, carol, 1, 0), rail.finish(rail.order(alice, bob, 2, 0))),
                RailRefusal.VALUE_OVERFLOW);
    }

    // ---- the ledger

    @Test
    void aDepositCountsOnceByItsKey() {
        Bytes32 key = rail.newBytes();
        shard.deposit(key, bob, 50);
        shard.deposit(key, bob, 50);
        shard.restart();
        shard.deposit(key, bob, 50);

        assertThat(shard.balance(bob)).isEqualTo(50);
    }

    // ---- other authorities

    @Test
    void anOrderThatOthersExecutedIsFetchedInTheRoundAfterTheNext() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        shard.on(new ShardEvent.WindowDue());
        shard.windowOf(3, order);

        assertThat(only(ShardEffect.FetchOrder.class, shard.on(new ShardEvent.WindowDue())))
                .containsExactly(new ShardEffect.FetchOrder(3, order.id()));
        shard.on(new ShardEvent.CertificateArrived(rail.certify(order)));
        assertThat(only(ShardEffect.FetchOrder.class, shard.on(new ShardEvent.WindowDue())))
                .isEmpty();
        assertThat(shard.balance(alice)).isEqualTo(300);
    }

    @Test
    void aWindowIsPublishedInEachRoundUntilTheNext() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        shard.confirm(rail.certify(order));
        var first = only(ShardEffect.Publish.class, shard.on(new ShardEvent.WindowDue()));
        shard.restart();

        assertThat(first).singleElement().satisfies(publish -> {
            assertThat(publish.window().executed()).containsExactly(ExecutedOrder.of(order.order()));
            assertThat(publish.window().isAuthentic(rail.verifier())).isTrue();
        });
        assertThat(only(ShardEffect.Publish.class, shard.on(new ShardEvent.WindowDue())))
                .isEqualTo(first);
    }

    @Test
    void aWindowThatIsMissingIsFetched() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        ShardUnderTest other = new ShardUnderTest(rail, 0, 1);
        other.windowOf(2, order);
        other.windowOf(2, order);
        var later = new ExecutedWindow(
                rail.scope(), 2, 0, 1, List.of(ExecutedOrder.of(order.order())), rail.sign(2, new byte[0]));

        assertThat(only(ShardEffect.FetchWindow.class, shard.on(new ShardEvent.WindowArrived(later))))
                .containsExactly(new ShardEffect.FetchWindow(2, 0, 0));
    }

    @Test
    void aWindowThatItsAuthorityDidNotSignIsNotTaken() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        shard.confirm(rail.certify(order));
        var executed = List.of(ExecutedOrder.of(order.order()));
        for (int authority = 2; authority <= 4; authority++) {
            byte[] statement = ExecutedWindow.statement(rail.scope(), authority, 0, 0, executed);
            shard.on(new ShardEvent.WindowArrived(
                    new ExecutedWindow(rail.scope(), authority, 0, 0, executed, rail.sign(2, statement))));
        }

        assertThat(shard.balance(bob)).as("one of three is authentic").isZero();
    }

    // ---- evidence

    @Test
    void saysThatASequenceIsOpenUntilItIsNot() {
        SignedOrder order = rail.order(alice, bob, 700, 0);
        shard.ask(order);
        var asked = new ShardEvent.OpenSequenceAsked(REQUEST, TestRail.accountOf(alice), 0);

        assertThat(ShardUnderTest.answer(shard.on(asked)))
                .isInstanceOfSatisfying(
                        ShardAnswer.Open.class,
                        open -> assertThat(open.statement().isAuthentic(rail.scope(), rail.verifier()))
                                .isTrue());
        TransferCertificate certificate = rail.certify(order);
        shard.confirm(certificate);
        assertThat(ShardUnderTest.answer(shard.on(asked))).isEqualTo(new ShardAnswer.Found(certificate));
    }

    /// Whoever asks sends whatever number he likes.
    @Test
    void numbersBelowZeroAreOfNothing() {
        RailAccount account = TestRail.accountOf(alice);

        assertThat(ShardUnderTest.answer(shard.on(new ShardEvent.SequenceAsked(REQUEST, account, -1))))
                .isEqualTo(new ShardAnswer.Unknown());
        assertThat(ShardUnderTest.answer(shard.on(new ShardEvent.OpenSequenceAsked(REQUEST, account, -1))))
                .isEqualTo(new ShardAnswer.Unknown());
        assertThat(ShardUnderTest.answer(shard.on(new ShardEvent.WindowAsked(REQUEST, -1))))
                .isEqualTo(new ShardAnswer.Unknown());
        assertRefused(
                ShardUnderTest.answer(shard.on(new ShardEvent.StatementAsked(REQUEST, account, -1))),
                RailRefusal.NOT_FROZEN);
    }

    @Test
    void aStandingThatIsAsItWasIsNotRecorded() {
        int records = shard.journal.size();
        shard.on(new ShardEvent.StandingChanged(TestRail.accountOf(alice), false));
        assertThat(shard.journal).hasSize(records);
        shard.on(new ShardEvent.StandingChanged(TestRail.accountOf(alice), true));
        shard.on(new ShardEvent.StandingChanged(TestRail.accountOf(alice), true));

        assertThat(shard.journal).hasSize(records + 1);
        assertThat(shard.view(alice).suspended()).isTrue();
    }

    private static void assertRefused(ShardAnswer answer, RailRefusal reason) {
        assertThat(answer).isEqualTo(new ShardAnswer.Refused(reason));
    }
}
