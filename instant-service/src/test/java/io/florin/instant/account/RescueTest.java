package io.florin.instant.account;

import static io.florin.instant.account.ShardUnderTest.REQUEST;
import static io.florin.instant.account.ShardUnderTest.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Invariant;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.SignedCancellation;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Alice signed two orders of one sequence, so that neither may ever get a quorum. One shard has all accounts.
class RescueTest {

    private static final long HEIGHT = 9;

    private final TestRail rail = new TestRail(7, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final Ed25519KeyPair bob = rail.newKey();
    private final Ed25519KeyPair carol = rail.newKey();
    private final ShardUnderTest shard = new ShardUnderTest(rail, 0, 1);
    private final SignedOrder toBob = rail.order(alice, bob, 700, 0);
    private final SignedOrder toCarol = rail.order(alice, carol, 600, 0);
    private final SignedOrder next = rail.order(alice, carol, 1_000, 1);
    private final RailSequence rescue = RailSequence.of(toBob.order());
    private final RescueEvidence evidence = rail.evidence(RescueGround.TwoOrders.of(toBob, toCarol));

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

    private List<ShardEffect> freeze() {
        return shard.on(new ShardEvent.RescueCommitted(HEIGHT, evidence));
    }

    private List<ShardEffect> end(RescueOutcome outcome) {
        return shard.on(new ShardEvent.OutcomeCommitted(HEIGHT + 1, outcome));
    }

    private ShardAnswer state() {
        return ShardUnderTest.answer(shard.on(new ShardEvent.StatementAsked(REQUEST, rescue.account(), 0)));
    }

    private static void assertRefused(ShardAnswer answer, RailRefusal reason) {
        assertThat(answer).isEqualTo(new ShardAnswer.Refused(reason));
    }

    private void assertShows(Optional<TransferCertificate> held) {
        assertThat(state()).isInstanceOfSatisfying(ShardAnswer.Stated.class, stated -> {
            assertThat(stated.statement().held()).isEqualTo(held);
            assertThat(stated.statement().refusal(rail.scope(), rail.verifier()))
                    .isEmpty();
        });
    }

    // ---- freeze

    @Test
    void aFrozenSequenceGetsNoVoteAndNoExecutionAlsoAfterARestart() {
        freeze();

        for (int life = 0; life < 2; life++) {
            assertRefused(shard.ask(toBob), RailRefusal.SEQUENCE_FROZEN);
            assertRefused(shard.confirm(rail.certify(toBob)), RailRefusal.SEQUENCE_FROZEN);
            shard.on(new ShardEvent.CertificateArrived(rail.certify(toBob)));
            shard.on(new ShardEvent.WindowDue());
            assertThat(shard.balance(alice)).isEqualTo(1_000);
            assertThat(shard.view(alice).frozen()).containsExactly(0L);
            shard.restart();
        }
    }

    @Test
    void aVoteThatWasGivenIsNotGivenAgain() {
        shard.ask(toBob);
        freeze();

        assertRefused(shard.ask(toBob), RailRefusal.SEQUENCE_FROZEN);
    }

    @Test
    void theStatementLeavesWhenTheFreezeIsOnTheDisk() {
        int onDisk = shard.journal.size();
        List<ShardRecord> frozen = shard.shard.on(new ShardEvent.RescueCommitted(HEIGHT, evidence));
        shard.journal.addAll(frozen);
        shard.shard.on(new ShardEvent.StatementAsked(REQUEST, rescue.account(), 0));

        assertThat(frozen).containsExactly(new ShardRecord.Frozen(rescue.account(), 0));
        assertThat(shard.shard.synced(onDisk)).isEmpty();
        assertThat(only(ShardEffect.Answer.class, shard.shard.synced(onDisk + 1)))
                .hasSize(1);
    }

    @Test
    void theStatementShowsWhatWasExecuted() {
        TransferCertificate certificate = rail.certify(toBob);
        shard.confirm(certificate);
        freeze();

        assertShows(Optional.of(certificate));
    }

    @Test
    void theStatementShowsWhatWaited() {
        SignedOrder uncovered = rail.order(bob, carol, 5, 0);
        TransferCertificate certificate = rail.certify(uncovered);
        shard.confirm(certificate);
        RescueGround ground = RescueGround.TwoOrders.of(uncovered, rail.order(bob, alice, 5, 0));
        shard.on(new ShardEvent.RescueCommitted(HEIGHT, rail.evidence(ground)));

        assertThat(shard.view(bob).waiting()).isEmpty();
        assertThat(ShardUnderTest.answer(shard.on(new ShardEvent.StatementAsked(REQUEST, TestRail.accountOf(bob), 0))))
                .isInstanceOfSatisfying(
                        ShardAnswer.Stated.class,
                        stated -> assertThat(stated.statement().held()).contains(certificate));
        shard.deposit(bob, 5);
        assertThat(shard.balance(bob)).as("frozen, though covered now").isEqualTo(5);
    }

    @Test
    void whatComesAfterTheFreezeChangesNoStatement() {
        freeze();
        ShardAnswer first = state();
        shard.confirm(rail.certify(toBob));
        assertThat(state()).isEqualTo(first);
        assertShows(Optional.empty());

        end(rail.oneHolds(rail.certify(toBob)));
        shard.restart();
        assertThat(state()).isEqualTo(first);
    }

    @Test
    void nothingIsStatedOfWhatIsNotFrozen() {
        assertRefused(state(), RailRefusal.NOT_FROZEN);
    }

    @Test
    void aRescueThatProvesNothingFreezesNothing() {
        List<OpenSequence> one = evidence.open().subList(0, 1);
        RescueEvidence accusation = new RescueEvidence(evidence.ground(), one);

        assertThat(only(ShardEffect.LedgerRefused.class, shard.on(new ShardEvent.RescueCommitted(HEIGHT, accusation))))
                .containsExactly(new ShardEffect.LedgerRefused(HEIGHT, rescue, RailRefusal.NOT_PROVEN_OPEN));
        assertThat(shard.ask(toBob)).isInstanceOf(ShardAnswer.Voted.class);
    }

    @Test
    void anOrderExpiresByTheHeightOfTheBlockThatSaysSo() {
        RescueEvidence expired = rail.evidence(new RescueGround.Expired(toBob));

        shard.on(new ShardEvent.RescueCommitted(50, expired));
        assertThat(shard.view(alice).frozen()).isEmpty();
        shard.on(new ShardEvent.RescueCommitted(51, expired));
        assertThat(shard.view(alice).frozen()).containsExactly(0L);
    }

    @Test
    void theOwnerMayAskForIt() {
        shard.ask(toBob);
        shard.on(new ShardEvent.RescueCommitted(HEIGHT, cancelled(0)));
        end(rail.nobodyHolds(rescue));

        assertThat(shard.ask(next)).isInstanceOf(ShardAnswer.Voted.class);
    }

    @Test
    void anAccountIsRescuedOnlySoOftenInAnEpoch() {
        for (int sequence = 0; sequence < RescueEvidence.PER_ACCOUNT_MAX; sequence++) {
            RescueEvidence cancelled = cancelled(sequence);
            shard.on(new ShardEvent.RescueCommitted(HEIGHT, cancelled));
            shard.on(new ShardEvent.OutcomeCommitted(HEIGHT, rail.nobodyHolds(cancelled.sequence())));
        }
        shard.restart();
        RescueEvidence oneMore = cancelled(RescueEvidence.PER_ACCOUNT_MAX);

        assertThat(only(ShardEffect.LedgerRefused.class, shard.on(new ShardEvent.RescueCommitted(HEIGHT, oneMore))))
                .containsExactly(
                        new ShardEffect.LedgerRefused(HEIGHT, oneMore.sequence(), RailRefusal.TOO_MANY_RESCUES));
        assertThat(shard.view(alice).nextSequence()).isEqualTo(RescueEvidence.PER_ACCOUNT_MAX);
        assertThat(shard.view(alice).frozen()).isEmpty();
    }

    private RescueEvidence cancelled(long sequence) {
        return rail.evidence(new RescueGround.Cancelled(SignedCancellation.sign(rail.scope(), sequence, alice)));
    }

    @Test
    void aRepeatOfTheRescueIsNone() {
        freeze();

        assertThat(shard.shard.on(new ShardEvent.RescueCommitted(HEIGHT, evidence)))
                .isEmpty();
    }

    // ---- an order stands

    @Test
    void whatStandsIsExecutedWhateverWasVotedFor() {
        shard.ask(toCarol);
        freeze();
        end(rail.oneHolds(rail.certify(toBob)));

        assertThat(shard.balance(alice)).isEqualTo(300);
        assertThat(shard.pending(bob)).isEqualTo(700);
        assertThat(shard.view(alice).frozen()).isEmpty();
        assertThat(shard.ask(toBob)).isInstanceOf(ShardAnswer.Executed.class);
        assertThat(shard.ask(toCarol)).isInstanceOf(ShardAnswer.Decided.class);
        assertThat(shard.ask(rail.order(alice, carol, 300, 1))).isInstanceOf(ShardAnswer.Voted.class);
    }

    @Test
    void whatWasExecutedAndStandsIsNotExecutedAgain() {
        shard.confirm(rail.certify(toBob));
        freeze();
        end(rail.oneHolds(rail.certify(toBob)));

        assertThat(shard.balance(alice)).isEqualTo(300);
        assertThat(shard.pending(bob)).isEqualTo(700);
    }

    @Test
    void whatStandsWaitsForItsMoneyAndForWhatIsBeforeIt() {
        SignedOrder first = rail.order(bob, carol, 5, 0);
        SignedOrder second = rail.order(bob, carol, 10, 1);
        RescueGround ground = RescueGround.TwoOrders.of(second, rail.order(bob, alice, 10, 1));
        shard.on(new ShardEvent.RescueCommitted(HEIGHT, rail.evidence(ground)));
        end(rail.oneHolds(rail.certify(second)));
        shard.restart();

        assertThat(only(ShardEffect.FetchSequence.class, shard.on(new ShardEvent.WindowDue())))
                .singleElement()
                .satisfies(fetch -> assertThat(fetch.sequence()).isZero());
        assertThat(shard.ask(second)).isEqualTo(new ShardAnswer.Waits());
        shard.on(new ShardEvent.CertificateArrived(rail.certify(first)));
        shard.deposit(bob, 14);
        assertThat(shard.balance(bob)).isEqualTo(9);
        shard.deposit(bob, 1);
        assertThat(shard.balance(bob)).isZero();
        assertThat(shard.pending(carol)).isEqualTo(15);
    }

    @Test
    void anotherCertificateOfASequenceWhoseOrderStandsIsEvidence() {
        freeze();
        end(rail.oneHolds(rail.certify(toBob)));
        var other = new ShardEvent.CertificateArrived(rail.certify(toCarol));

        assertThat(only(ShardEffect.Evidence.class, shard.on(other))).hasSize(1);
    }

    // ---- void

    @Test
    void aVoidSequenceUnlocksTheAccount() {
        shard.ask(toBob);
        freeze();
        RescueOutcome outcome = rail.nobodyHolds(rescue);
        end(outcome);

        assertThat(shard.view(alice).votedFor()).isEmpty();
        assertThat(shard.view(alice).frozen()).isEmpty();
        assertThat(shard.view(alice).nextSequence()).isEqualTo(1);
        assertThat(shard.ask(toBob)).isEqualTo(new ShardAnswer.Decided(outcome));
        assertThat(shard.confirm(rail.certify(toBob))).isEqualTo(new ShardAnswer.Decided(outcome));
        assertThat(shard.ask(next)).isInstanceOf(ShardAnswer.Voted.class);
    }

    @Test
    void anExecutionIsTakenBackWithItsCreditAndItsWord() {
        shard.confirm(rail.certify(toBob));
        SignedOrder later = rail.order(alice, bob, 300, 1);
        ShardAnswer vote = shard.ask(later);
        freeze();
        end(rail.nobodyHolds(rescue));

        assertThat(shard.balance(alice)).isEqualTo(1_000);
        assertThat(shard.pending(bob)).isZero();
        assertThat(only(ShardEffect.Publish.class, shard.on(new ShardEvent.WindowDue())))
                .isEmpty();
        shard.windowOf(2, toBob);
        shard.windowOf(3, toBob);
        assertThat(shard.balance(bob)).isZero();
        assertThat(shard.ask(later)).as("the vote behind it stays").isEqualTo(vote);
        assertRefused(shard.ask(next), RailRefusal.SEQUENCE_TAKEN);
    }

    @Test
    void moneyThatWasToLeaveTheRailStays() {
        var off = new RailRecipient.OnLedger(new OwnerKey(alice.publicKey()));
        SignedOrder leaving = rail.order(alice, off, 400, 0);
        shard.confirm(rail.certify(leaving));
        RescueGround ground = RescueGround.TwoOrders.of(leaving, toBob);
        shard.on(new ShardEvent.RescueCommitted(HEIGHT, rail.evidence(ground)));
        end(rail.nobodyHolds(rescue));

        assertThat(shard.balance(alice)).isEqualTo(1_000);
        assertThat(shard.shard.totals().left().minorUnits()).isZero();
    }

    @Test
    void aVoidSequenceIsPassedWhenWhatIsBeforeItIsExecuted() {
        SignedOrder first = rail.order(bob, carol, 5, 0);
        RescueGround ground = RescueGround.TwoOrders.of(rail.order(bob, alice, 1, 1), rail.order(bob, carol, 1, 1));
        shard.on(new ShardEvent.RescueCommitted(HEIGHT, rail.evidence(ground)));
        end(rail.nobodyHolds(ground.sequence()));
        assertThat(shard.view(bob).nextSequence()).isZero();
        shard.deposit(bob, 5);
        shard.confirm(rail.certify(first));

        assertThat(shard.view(bob).nextSequence()).isEqualTo(2);
    }

    @Test
    void nobodyLooksForEverForWhatOthersExecutedAndTookBack() {
        shard.windowOf(2, toBob);
        freeze();
        end(rail.nobodyHolds(rescue));
        shard.on(new ShardEvent.WindowDue());
        assertThat(only(ShardEffect.FetchOrder.class, shard.on(new ShardEvent.WindowDue())))
                .hasSize(1);
        shard.on(new ShardEvent.CertificateArrived(rail.certify(toBob)));
        shard.windowOf(3, toBob);
        shard.on(new ShardEvent.WindowDue());

        assertThat(only(ShardEffect.FetchOrder.class, shard.on(new ShardEvent.WindowDue())))
                .isEmpty();
        assertThat(shard.balance(alice)).isEqualTo(1_000);
    }

    @Test
    void whoTookItBackStillGivesItsCertificateToThoseWhoLook() {
        TransferCertificate certificate = rail.certify(toBob);
        shard.confirm(certificate);
        freeze();
        end(rail.nobodyHolds(rescue));

        assertThat(ShardUnderTest.answer(shard.on(new ShardEvent.CertificateAsked(REQUEST, toBob.id()))))
                .isEqualTo(new ShardAnswer.Found(certificate));
    }

    @Test
    void whatIsFinalIsNeverTakenBack() {
        ShardUnderTest betrayed = new ShardUnderTest(rail, 0, 1);
        betrayed.deposit(alice, 1_000);
        betrayed.confirm(rail.certify(toBob));
        betrayed.windowOf(2, toBob);
        betrayed.windowOf(3, toBob);
        betrayed.on(new ShardEvent.RescueCommitted(HEIGHT, evidence));

        // it takes more than F liars; a shard that stops is better than one that takes money from its owner
        assertThatThrownBy(() -> betrayed.on(new ShardEvent.OutcomeCommitted(HEIGHT + 1, rail.nobodyHolds(rescue))))
                .isInstanceOf(Invariant.Broken.class);
    }

    // ---- outcomes

    @Test
    void theFirstOutcomeCounts() {
        freeze();
        end(rail.nobodyHolds(rescue));
        int records = shard.journal.size();
        end(rail.oneHolds(rail.certify(toBob)));

        assertThat(shard.journal).hasSize(records);
        assertThat(shard.balance(alice)).isEqualTo(1_000);
    }

    @Test
    void anOutcomeThatProvesNothingEndsNothing() {
        RescueOutcome whole = rail.nobodyHolds(rescue);
        RescueOutcome two =
                new RescueOutcome(rescue, Optional.empty(), whole.voices().subList(0, 2));

        assertThat(only(ShardEffect.LedgerRefused.class, end(whole)))
                .as("no rescue has begun")
                .containsExactly(new ShardEffect.LedgerRefused(HEIGHT + 1, rescue, RailRefusal.NOT_FROZEN));
        freeze();
        assertThat(only(ShardEffect.LedgerRefused.class, end(two)))
                .containsExactly(new ShardEffect.LedgerRefused(HEIGHT + 1, rescue, RailRefusal.TOO_FEW_STATEMENTS));
        assertThat(shard.view(alice).frozen()).containsExactly(0L);
    }
}
