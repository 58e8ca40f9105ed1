package io.florin.instant.account;

import static io.florin.instant.account.ShardUnderTest.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.Invariant;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Sender and recipient in different shards of one authority.
class TwoShardsTest {

    private final TestRail rail = new TestRail(7, 4);
    private final Ed25519KeyPair alice = ofShard(0);
    private final Ed25519KeyPair bob = ofShard(1);
    private final ShardUnderTest senders = new ShardUnderTest(rail, 0, 2);
    private final ShardUnderTest recipients = new ShardUnderTest(rail, 1, 2);
    private final SignedOrder order = rail.order(alice, bob, 700, 0);
    private final TransferCertificate certificate = rail.certify(order);

    private Ed25519KeyPair ofShard(int number) {
        ShardPlace place = new ShardPlace(rail.scope(), 1, number, 2);
        return Stream.generate(rail::newKey)
                .filter(key -> place.has(TestRail.accountOf(key)))
                .findFirst()
                .orElseThrow();
    }

    @BeforeEach
    void aliceHasMoney() {
        senders.deposit(alice, 1_000);
    }

    @Test
    void aCreditTravelsTheOutboxAndIsKeptUntilTheOtherShardHasItOnItsDisk() {
        senders.confirm(certificate);
        senders.restart();
        List<NumberedNotice<Notice>> sent = notices(senders.on(new ShardEvent.WindowDue()));
        assertThat(sent).containsExactly(new NumberedNotice<>(1, new Notice.Credit(certificate)));

        List<ShardEffect> taken = recipients.on(new ShardEvent.NoticeArrived(0, sent.getFirst()));
        assertThat(taken).containsExactly(new ShardEffect.AcknowledgeNotices(0, 1));
        assertThat(recipients.pending(bob)).isEqualTo(700);
        assertThat(notices(senders.on(new ShardEvent.WindowDue()))).isEqualTo(sent);
        senders.on(new ShardEvent.NoticesAcknowledged(1, 1));
        assertThat(notices(senders.on(new ShardEvent.WindowDue()))).isEmpty();
    }

    @Test
    void whatIsAcknowledgedAgainIsNotRecordedAgain() {
        senders.confirm(certificate);
        senders.on(new ShardEvent.NoticesAcknowledged(1, 1));
        int records = senders.journal.size();
        senders.on(new ShardEvent.NoticesAcknowledged(1, 1));
        senders.on(new ShardEvent.NoticesAcknowledged(1, 0));
        senders.on(new ShardEvent.NoticesAcknowledged(1, 2));

        assertThat(senders.journal).hasSize(records);
    }

    @Test
    void aNoticeIsTakenOnceAndAcknowledgedAgain() {
        senders.confirm(certificate);
        NumberedNotice<Notice> credit = senders.shard.keptNotices(1).getFirst();
        recipients.on(new ShardEvent.NoticeArrived(0, credit));
        recipients.restart();

        assertThat(recipients.on(new ShardEvent.NoticeArrived(0, credit)))
                .containsExactly(new ShardEffect.AcknowledgeNotices(0, 1));
        assertThat(recipients.pending(bob)).isEqualTo(700);
    }

    @Test
    void aNoticeAfterAGapIsNotTaken() {
        senders.confirm(certificate);
        senders.windowOf(2, order);
        senders.windowOf(3, order);
        NumberedNotice<Notice> known = senders.shard.keptNotices(1).get(1);

        assertThat(known.notice()).isInstanceOf(Notice.Final.class);
        assertThat(recipients.on(new ShardEvent.NoticeArrived(0, known))).isEmpty();
        recipients.on(
                new ShardEvent.NoticeArrived(0, senders.shard.keptNotices(1).getFirst()));
        recipients.on(new ShardEvent.NoticeArrived(0, known));
        assertThat(recipients.balance(bob)).isEqualTo(700);
    }

    @Test
    void nobodyMintsByANotice() {
        TransferCertificate unproven =
                new TransferCertificate(order, rail.finish(certificate).effects());
        var forged = new NumberedNotice<Notice>(1, new Notice.Credit(unproven));
        var misplaced = new NumberedNotice<Notice>(1, new Notice.Credit(certificate));

        assertStops(0, forged);
        assertStops(1, misplaced);
        assertThat(recipients.pending(bob)).isZero();
    }

    @Test
    void aPaymentThatIsCarriedAheadOfItsCreditCountsOnce() {
        FinalPayment payment = rail.finish(certificate);
        List<ShardEffect> effects = recipients.on(new ShardEvent.OrderAsked(
                1, new OrderRequest(rail.order(bob, alice, 1, 0), new CarriedPayments(List.of(payment)))));
        assertThat(recipients.balance(bob)).isEqualTo(700);
        assertThat(recipients.unaccounted()).as("ahead").isZero();
        assertThat(only(ShardEffect.HandOn.class, effects)).containsExactly(new ShardEffect.HandOn(certificate));

        senders.on(new ShardEvent.CertificateArrived(certificate));
        recipients.on(
                new ShardEvent.NoticeArrived(0, senders.shard.keptNotices(1).getFirst()));

        assertThat(recipients.balance(bob)).isEqualTo(700);
        assertThat(recipients.pending(bob)).isZero();
        assertThat(recipients.unaccounted()).as("what alice paid").isEqualTo(700);
        assertThat(senders.unaccounted()).isEqualTo(-700);
    }

    /// Alice signed another order of that sequence too, and nobody showed a certificate.
    private void voidTheSequence() {
        RescueGround ground = RescueGround.TwoOrders.of(order, rail.order(alice, bob, 1, 0));
        senders.on(new ShardEvent.RescueCommitted(1, rail.evidence(ground)));
        senders.on(new ShardEvent.OutcomeCommitted(2, rail.nobodyHolds(ground.sequence())));
    }

    @Test
    void aTakeBackTravelsTheSameOutboxBehindItsCredit() {
        senders.confirm(certificate);
        voidTheSequence();
        List<NumberedNotice<Notice>> sent = senders.shard.keptNotices(1);
        assertThat(sent)
                .containsExactly(
                        new NumberedNotice<>(1, new Notice.Credit(certificate)),
                        new NumberedNotice<>(2, new Notice.TakeBack(TestRail.accountOf(bob), order.id())));

        assertThat(recipients.on(new ShardEvent.NoticeArrived(0, sent.get(1)))).isEmpty();
        recipients.on(new ShardEvent.NoticeArrived(0, sent.get(0)));
        assertThat(recipients.pending(bob)).isEqualTo(700);
        recipients.on(new ShardEvent.NoticeArrived(0, sent.get(1)));

        assertThat(recipients.pending(bob)).isZero();
        assertThat(senders.balance(alice)).isEqualTo(1_000);
        assertThat(senders.unaccounted() + recipients.unaccounted()).isZero();
    }

    @Test
    void nobodyTakesBackWhatIsNotPending() {
        var takeBack = new NumberedNotice<Notice>(1, new Notice.TakeBack(TestRail.accountOf(bob), order.id()));

        assertStops(0, takeBack);
    }

    /// It would be sent again for ever, and hold up all that comes after it.
    private void assertStops(int fromShard, NumberedNotice<Notice> notice) {
        assertThatThrownBy(() -> recipients.on(new ShardEvent.NoticeArrived(fromShard, notice)))
                .isInstanceOf(Invariant.Broken.class)
                .hasMessageContaining("shard " + fromShard);
    }

    @Test
    void rescuesOfAnotherShardAreNotTaken() {
        RescueGround ground = RescueGround.TwoOrders.of(order, rail.order(alice, bob, 1, 0));

        assertThat(recipients.on(new ShardEvent.RescueCommitted(1, rail.evidence(ground))))
                .isEmpty();
        assertThat(recipients.on(new ShardEvent.OutcomeCommitted(2, rail.nobodyHolds(ground.sequence()))))
                .isEmpty();
        assertThat(recipients.journal).isEmpty();
    }

    @Test
    void accountsOfAnotherShardAreRefused() {
        assertThat(recipients.ask(order)).isEqualTo(new ShardAnswer.Refused(RailRefusal.WRONG_SHARD));
        assertThat(recipients.confirm(certificate)).isEqualTo(new ShardAnswer.Refused(RailRefusal.WRONG_SHARD));
    }

    @Test
    void bothShardsAreTheSumOfTheirJournals() {
        senders.confirm(certificate);
        voidTheSequence();
        senders.shard.keptNotices(1).forEach(notice -> recipients.on(new ShardEvent.NoticeArrived(0, notice)));
        for (ShardUnderTest each : List.of(senders, recipients)) {
            Bytes32 before = each.shard.stateHash();
            each.restart();
            assertThat(each.shard.stateHash()).isEqualTo(before);
        }
    }

    private static List<NumberedNotice<Notice>> notices(List<ShardEffect> effects) {
        return only(ShardEffect.SendNotice.class, effects).stream()
                .map(ShardEffect.SendNotice::notice)
                .toList();
    }
}
