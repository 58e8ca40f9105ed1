package io.florin.instant.account;

import static io.florin.instant.account.ShardUnderTest.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailRefusal;
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
        List<NumberedNotice> sent = notices(senders.on(new ShardEvent.WindowDue()));
        assertThat(sent).containsExactly(new NumberedNotice(1, new Notice.Credit(certificate)));

        List<ShardEffect> taken = recipients.on(new ShardEvent.NoticeArrived(0, sent.getFirst()));
        assertThat(taken).containsExactly(new ShardEffect.AcknowledgeNotices(0, 1));
        assertThat(recipients.pending(bob)).isEqualTo(700);
        assertThat(notices(senders.on(new ShardEvent.WindowDue()))).isEqualTo(sent);
        senders.on(new ShardEvent.NoticesAcknowledged(1, 1));
        assertThat(notices(senders.on(new ShardEvent.WindowDue()))).isEmpty();
    }

    @Test
    void aNoticeIsTakenOnceAndAcknowledgedAgain() {
        senders.confirm(certificate);
        NumberedNotice credit = senders.shard.keptNotices(1).getFirst();
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
        NumberedNotice known = senders.shard.keptNotices(1).get(1);

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
        var forged = new NumberedNotice(1, new Notice.Credit(unproven));
        var misplaced = new NumberedNotice(1, new Notice.Credit(certificate));

        assertThat(only(ShardEffect.Evidence.class, recipients.on(new ShardEvent.NoticeArrived(0, forged))))
                .hasSize(1);
        assertThat(only(ShardEffect.Evidence.class, recipients.on(new ShardEvent.NoticeArrived(1, misplaced))))
                .hasSize(1);
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

    @Test
    void accountsOfAnotherShardAreRefused() {
        assertThat(recipients.ask(order)).isEqualTo(new ShardAnswer.Refused(RailRefusal.WRONG_SHARD));
        assertThat(recipients.confirm(certificate)).isEqualTo(new ShardAnswer.Refused(RailRefusal.WRONG_SHARD));
    }

    @Test
    void bothShardsAreTheSumOfTheirJournals() {
        senders.confirm(certificate);
        recipients.on(
                new ShardEvent.NoticeArrived(0, senders.shard.keptNotices(1).getFirst()));
        for (ShardUnderTest each : List.of(senders, recipients)) {
            Bytes32 before = each.shard.stateHash();
            each.restart();
            assertThat(each.shard.stateHash()).isEqualTo(before);
        }
    }

    private static List<NumberedNotice> notices(List<ShardEffect> effects) {
        return only(ShardEffect.SendNotice.class, effects).stream()
                .map(ShardEffect.SendNotice::notice)
                .toList();
    }
}
