package io.florin.wallet.instant;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.SignedEffects;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.Vote;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.wallet.instant.PaymentProgress.Stage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One payment with a committee of four, of whom one may lie.
class PaymentProgressTest {
    private final TestRail rail = new TestRail(7, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final SignedOrder order = rail.order(alice, rail.newKey(), 700, 0);
    private final PaymentProgress<TransferCertificate, FinalPayment> progress = progress(rail, order);

    private static PaymentProgress<TransferCertificate, FinalPayment> progress(TestRail rail, SignedOrder order) {
        return new PaymentProgress<>(
                new PaymentForm.OfAccount(order, CarriedPayments.NONE), rail.scope(), rail.verifier());
    }

    private static RailAnswer vote(TestRail rail, int authority, SignedOrder order) {
        return new RailAnswer.Voted(
                new Vote(authority, order.id(), rail.sign(authority, RailStatements.vote(rail.scope(), order.id()))));
    }

    private static SignedEffects effects(TestRail rail, int authority, SignedOrder order) {
        return new SignedEffects(
                authority, order.id(), rail.sign(authority, RailStatements.effects(rail.scope(), order.id())));
    }

    private RailAnswer vote(int authority) {
        return vote(rail, authority, order);
    }

    private RailAnswer effects(int authority) {
        return new RailAnswer.Effects(effects(rail, authority, order));
    }

    private static RailAnswer refused(RailRefusal reason) {
        return new RailAnswer.Refused(reason);
    }

    @ParameterizedTest
    @EnumSource
    void threeVotesAndThreeEffectsMakeItFinalWithOneAway(SigningScheme scheme) {
        TestRail other = new TestRail(9, 4, scheme);
        SignedOrder payment = other.order(other.newKey(), other.newKey(), 1, 0);
        var way = progress(other, payment);
        for (int authority = 2; authority <= 4; authority++) {
            assertThat(way.stage()).isEqualTo(Stage.VOTING);
            way.answered(authority, vote(other, authority, payment));
        }
        assertThat(way.request()).isInstanceOf(RailRequest.Confirmation.class);
        for (int authority = 1; authority <= 3; authority++) {
            assertThat(way.stage()).isEqualTo(Stage.CONFIRMING);
            way.answered(authority, new RailAnswer.Effects(effects(other, authority, payment)));
        }
        assertThat(way.file())
                .hasValueSatisfying(file -> assertThat(file.refusal(other.scope(), other.verifier()))
                        .isEmpty());
    }

    @Test
    void aRepeatCountsOnce() {
        for (int i = 0; i < 4; i++) {
            progress.answered(1, vote(1));
        }
        assertThat(progress.stage()).isEqualTo(Stage.VOTING);
        assertThat(progress.missing()).containsExactly(2, 3, 4);
    }

    @Test
    void aVoteForAnotherOrderOrOfAnotherPurposeIsNone() {
        SignedOrder another = rail.order(alice, rail.newKey(), 1, 0);
        progress.answered(1, vote(rail, 1, another));
        progress.answered(2, vote(2));
        progress.answered(3, vote(3));
        assertThat(progress.stage()).as("two votes").isEqualTo(Stage.VOTING);
        progress.answered(
                4,
                new RailAnswer.Voted(
                        new Vote(4, order.id(), effects(rail, 4, order).signature())));
        assertThat(progress.stage()).as("effects shown as a vote").isEqualTo(Stage.VOTING);
        assertThat(progress.wrong()).containsExactly(4);
        progress.answered(1, vote(1));
        assertThat(progress.stage()).isEqualTo(Stage.CONFIRMING);
    }

    @Test
    void aLiarThatSignsWronglyIsLeftOut() {
        progress.answered(1, new RailAnswer.Voted(new Vote(1, order.id(), rail.sign(1, new byte[] {1}))));
        progress.answered(2, vote(2));
        progress.answered(3, vote(3));
        assertThat(progress.stage()).isEqualTo(Stage.VOTING);
        assertThat(progress.wrong()).containsExactly(1);
        progress.answered(4, vote(4));
        assertThat(progress.stage()).isEqualTo(Stage.CONFIRMING);
        progress.answered(1, effects(1));
        progress.answered(2, effects(2));
        progress.answered(3, effects(3));
        assertThat(progress.stage()).as("who lied once is not asked again").isEqualTo(Stage.CONFIRMING);
        progress.answered(4, effects(4));
        assertThat(progress.stage()).isEqualTo(Stage.FINAL);
    }

    @Test
    void whoeverComesLaterFinishesWithTheCertificateThatSomebodyShows() {
        progress.answered(2, new RailAnswer.Executed(rail.certify(order), effects(rail, 2, order)));
        assertThat(progress.stage()).isEqualTo(Stage.CONFIRMING);
        progress.answered(3, effects(3));
        progress.answered(4, effects(4));
        assertThat(progress.stage()).isEqualTo(Stage.FINAL);
    }

    @Test
    void aCertificateThatDoesNotExistIsNotBelieved() {
        var forged = new TransferCertificate(order, rail.finish(order).effects());
        progress.answered(2, new RailAnswer.Executed(forged, effects(rail, 2, order)));
        assertThat(progress.stage()).isEqualTo(Stage.VOTING);
        TransferCertificate anothers = rail.certify(rail.order(alice, rail.newKey(), 1, 0));
        progress.answered(3, new RailAnswer.Executed(anothers, effects(rail, 3, order)));
        assertThat(progress.stage()).isEqualTo(Stage.VOTING);
    }

    @Test
    void threeOfFourWhoHaveVotedForAnotherRefuseIt() {
        progress.answered(1, refused(RailRefusal.SEQUENCE_TAKEN));
        progress.answered(2, refused(RailRefusal.SEQUENCE_TAKEN));
        assertThat(progress.stage()).as("one of them may lie").isEqualTo(Stage.VOTING);
        progress.answered(3, refused(RailRefusal.SEQUENCE_TAKEN));
        assertThat(progress.stage()).isEqualTo(Stage.REFUSED);
        assertThat(progress.refusals()).containsOnlyKeys(1, 2, 3);
    }

    @Test
    void whatIsWrongInTheOrderItselfTakesOneHonestAuthority() {
        progress.answered(1, refused(RailRefusal.BAD_OWNER_SIGNATURE));
        assertThat(progress.stage()).isEqualTo(Stage.VOTING);
        progress.answered(2, refused(RailRefusal.VALUE_OVERFLOW));
        assertThat(progress.stage()).isEqualTo(Stage.REFUSED);
    }

    /// D is honest and a block ahead; B lies, and votes once it was believed.
    @Test
    void anHonestAuthorityABlockAheadAndALiarThatVotesLaterDoNotRefuseIt() {
        progress.answered(4, refused(RailRefusal.EXPIRED));
        progress.answered(2, refused(RailRefusal.EXPIRED));
        assertThat(progress.stage()).isEqualTo(Stage.VOTING);
        progress.answered(1, vote(1));
        progress.answered(2, vote(2));
        progress.answered(3, vote(3));
        assertThat(progress.stage()).isEqualTo(Stage.CONFIRMING);
        progress.answered(4, refused(RailRefusal.EXPIRED));
        assertThat(progress.missing())
                .as("a refusal of the order that comes late is none of the certificate")
                .containsExactly(1, 2, 3, 4);
    }

    @Test
    void whoIsBusyNowIsAskedAgain() {
        for (int authority = 1; authority <= 4; authority++) {
            progress.answered(authority, refused(RailRefusal.AUTHORITY_BUSY));
        }
        assertThat(progress.stage()).isEqualTo(Stage.VOTING);
        assertThat(progress.missing()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void aFrozenSequenceMayStillStandWithACertificate() {
        certify();
        for (int authority = 1; authority <= 4; authority++) {
            progress.answered(authority, refused(RailRefusal.SEQUENCE_FROZEN));
        }
        assertThat(progress.stage()).isEqualTo(Stage.CONFIRMING);
        assertThat(progress.missing()).containsExactly(1, 2, 3, 4);

        RailAnswer stands = new RailAnswer.Decided(rail.oneHolds(rail.certify(order)));
        for (int authority = 1; authority <= 4; authority++) {
            progress.answered(authority, stands);
        }
        assertThat(progress.stage()).isEqualTo(Stage.CONFIRMING);
        for (int authority = 2; authority <= 4; authority++) {
            progress.answered(authority, effects(authority));
        }
        assertThat(progress.stage()).isEqualTo(Stage.FINAL);
    }

    @Test
    void refusalsOfEveryKindLeaveACertifiedPaymentCertified() {
        certify();
        for (RailRefusal reason : RailRefusal.values()) {
            for (int authority = 1; authority <= 4; authority++) {
                progress.answered(authority, refused(reason));
            }
            assertThat(progress.stage()).as("%s", reason).isEqualTo(Stage.CONFIRMING);
        }
    }

    @Test
    void aRescueThatEndedItWithoutThisOrderRefusesIt() {
        var sequence = RailSequence.of(order.order());
        certify();
        progress.answered(1, new RailAnswer.Decided(rail.nobodyHolds(sequence)));
        assertThat(progress.stage())
                .as("a liar may show what the ledger has not")
                .isEqualTo(Stage.CONFIRMING);
        progress.answered(2, new RailAnswer.Decided(rail.nobodyHolds(sequence)));
        assertThat(progress.stage()).isEqualTo(Stage.REFUSED);
    }

    @Test
    void aRescueInWhichAnotherOrderStandsRefusesIt() {
        SignedOrder another = rail.order(alice, rail.newKey(), 1, 0);
        var outcome = new RailAnswer.Decided(rail.oneHolds(rail.certify(another)));
        progress.answered(1, outcome);
        progress.answered(2, outcome);
        assertThat(progress.stage()).isEqualTo(Stage.REFUSED);
    }

    @Test
    void anOutcomeThatDecidesNothingOrOfAnotherSequenceEndsNothing() {
        certify();
        var sequence = RailSequence.of(order.order());
        var next = new RailSequence(sequence.scope(), sequence.account(), 1);
        var few = RescueOutcome.of(
                sequence,
                List.of(rail.statement(1, sequence, Optional.empty()), rail.statement(2, sequence, Optional.empty())));
        var foreign = TestRail.of(rail.scope(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS)
                .nobodyHolds(sequence);
        for (RescueOutcome outcome : List.of(rail.nobodyHolds(next), few, foreign)) {
            for (int authority = 1; authority <= 4; authority++) {
                progress.answered(authority, new RailAnswer.Decided(outcome));
            }
            assertThat(progress.stage()).isEqualTo(Stage.CONFIRMING);
        }
    }

    private void certify() {
        for (int authority = 1; authority <= 3; authority++) {
            progress.answered(authority, vote(authority));
        }
        assertThat(progress.stage()).isEqualTo(Stage.CONFIRMING);
    }
}
