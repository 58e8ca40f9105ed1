package io.florin.endorser.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.endorser.TestPayments;
import io.florin.endorser.directory.RegistrationFollower.Ask;
import io.florin.endorser.directory.RegistrationFollower.Event;
import io.florin.endorser.protocol.Moment;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.ledger.fixture.TestNetwork;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RegistrationFollowerTest {

    private static final long SILENCE = 10_000;
    private static final long RETRY = 500;
    private static final long START = 1_000_000;

    private final TestNetwork network = new TestNetwork(3);
    private final TestPayments payments = new TestPayments(network.genesis(), 3);
    private final RegistrationFollower follower =
            new RegistrationFollower(network.networkId(), network.registration().publicKey(), SILENCE, RETRY);

    @Test
    void nothingIsCurrentBeforeTheFirstRecord() {
        assertThat(follower.isCurrent(START)).isFalse();
    }

    @Test
    void followsRecordsInSequence() {
        follow();

        assertThat(follower.isCurrent(START)).isTrue();
        assertThat(follower.standing(payments.payer())).contains(Standing.ACTIVE);
        assertThat(follower.enrollment(payments.payee())).isPresent();
        assertThat(follower.standing(new TestPayments(network.genesis(), 99).payer()))
                .isEmpty();
    }

    @Test
    void isNotCurrentAfterAStartUntilRegistrationHasSaidWhatCameSince() {
        RegistrationFollower next = resumed();

        assertThat(next.isCurrent(START)).isFalse();
        assertThat(next.isFollowing()).isFalse();
        assertThat(next.on(new Event.Tick(), Moment.of(START))).contains(new Ask(3));
        next.on(new Event.NoAnswer(), Moment.of(START));
        assertThat(next.isCurrent(START)).isFalse();
        assertThat(next.on(new Event.Tick(), Moment.of(START + RETRY))).contains(new Ask(3));

        RegistrationEvent revocation = payments.enrollment(payments.payer(), Standing.REVOKED);
        assertThat(next.on(page(record(4, revocation)), Moment.of(START))).contains(new Ask(4));
        assertThat(next.isCurrent(START)).isFalse();
        next.on(page(), Moment.of(START));
        assertThat(next.isCurrent(START)).isTrue();
        assertThat(next.standing(payments.payer())).contains(Standing.REVOKED);
    }

    @Test
    void recordsOfTheTopicAloneDoNotMakeAStartCurrent() {
        RegistrationFollower next = resumed();

        next.on(new Event.FromTopic(record(4, new Heartbeat())), Moment.of(START));

        assertThat(next.lastSequence()).isEqualTo(4);
        assertThat(next.isCurrent(START)).isFalse();
    }

    @Test
    void goesOnWhereAnotherStopped() {
        RegistrationFollower next = resumed();
        assertThat(next.on(new Event.Tick(), Moment.of(START))).contains(new Ask(3));
        next.on(page(), Moment.of(START));

        assertThat(next.isCurrent(START)).isTrue();
        assertThat(next.isCurrent(START + SILENCE + 1))
                .as("as old as it was kept")
                .isFalse();
        assertThat(next.standing(payments.payer())).contains(Standing.ACTIVE);
        RegistrationRecord revocation =
                network.record(4, START, payments.enrollment(payments.payer(), Standing.REVOKED));
        next.on(new Event.FromTopic(Bytes.of(revocation.encode())), Moment.of(START));
        assertThat(next.standing(payments.payer())).contains(Standing.REVOKED);
        assertThat(next.takeApplied()).containsExactly(revocation);
        assertThat(next.takeApplied()).isEmpty();
        assertThat(next.on(new Event.FromTopic(record(9, new Heartbeat())), Moment.of(START)))
                .as("a gap after what was kept")
                .contains(new Ask(revocation.sequence()));
        assertThat(next.isFollowing()).isFalse();
    }

    @Test
    void followsTheEpochsOfCredentialsAcrossARestart() {
        follow();
        assertThat(follower.credentialEpoch()).isEmpty();
        fromTopic(4, new CredentialEpoch(1, START));
        fromTopic(5, new CredentialEpoch(2, START + 1));
        assertThat(follower.credentialEpoch()).contains(new CredentialEpoch(2, START + 1));

        RegistrationFollower next = resumed();
        assertThat(next.credentialEpoch()).contains(new CredentialEpoch(2, START + 1));
        next.on(page(record(6, new CredentialEpoch(3, START + 2))), Moment.of(START));
        assertThat(next.credentialEpoch()).contains(new CredentialEpoch(3, START + 2));
        next.on(page(record(7, new CredentialEpoch(5, START + 3))), Moment.of(START));
        assertThat(next.isBroken()).as("an epoch is missing").isTrue();
    }

    @Test
    void aBankThatIsSuspendedSuspendsItsCustomers() {
        follow();

        fromTopic(4, payments.bank(Standing.SUSPENDED));

        assertThat(follower.standing(payments.payer())).contains(Standing.SUSPENDED);
    }

    @Test
    void anEnrollmentWithoutItsBankIsRevoked() {
        fromTopic(1, payments.enrollment(payments.payer(), Standing.ACTIVE));

        assertThat(follower.standing(payments.payer())).contains(Standing.REVOKED);
    }

    @Test
    void aGapStopsEndorsingUntilRegistrationHasFilledIt() {
        follow();
        RegistrationEvent revocation = payments.enrollment(payments.payer(), Standing.REVOKED);

        Optional<Ask> ask = fromTopic(5, new Heartbeat());

        assertThat(ask).contains(new Ask(3));
        assertThat(follower.isCurrent(START)).isFalse();

        Optional<Ask> more = follower.on(page(record(4, revocation), record(5, new Heartbeat())), Moment.of(START));
        assertThat(more).contains(new Ask(5));
        assertThat(follower.isCurrent(START)).isFalse();

        follower.on(page(), Moment.of(START));
        assertThat(follower.isCurrent(START)).isTrue();
        assertThat(follower.standing(payments.payer())).contains(Standing.REVOKED);
    }

    @Test
    void aRecordOfAnotherSignerStopsEndorsing() {
        follow();
        byte[] message = RegistrationRecord.signedMessage(network.networkId(), 4, START, new Heartbeat());
        var forged = new RegistrationRecord(
                4, START, new Heartbeat(), network.officer(0).sign(message));

        follower.on(new Event.FromTopic(Bytes.of(forged.encode())), Moment.of(START));

        assertThat(follower.isCurrent(START)).isFalse();
        assertThat(follower.lastSequence()).isEqualTo(3);
    }

    @Test
    void anUnreadableRecordStopsEndorsingAndIsNeverSkipped() {
        follow();

        assertThat(follower.on(new Event.FromTopic(Bytes.of(new byte[] {1, 2, 3})), Moment.of(START)))
                .contains(new Ask(3));
        fromTopic(4, new Heartbeat());

        assertThat(follower.isCurrent(START)).isFalse();
        follower.on(page(), Moment.of(START));
        assertThat(follower.isCurrent(START)).isTrue();
    }

    @Test
    void recordsOfAnotherNetworkAreNotFollowed() {
        var other = new TestNetwork(4);
        RegistrationRecord foreign = other.record(1, START, new Heartbeat());

        follower.on(new Event.FromTopic(Bytes.of(foreign.encode())), Moment.of(START));

        assertThat(follower.isCurrent(START)).isFalse();
        assertThat(follower.lastSequence()).isZero();
    }

    @Test
    void repeatsChangeNothing() {
        follow();

        assertThat(fromTopic(2, payments.enrollment(payments.payer(), Standing.REVOKED)))
                .isEmpty();

        assertThat(follower.isCurrent(START)).isTrue();
        assertThat(follower.standing(payments.payer())).contains(Standing.ACTIVE);
    }

    @Test
    void silenceStopsEndorsing() {
        follow();

        assertThat(follower.isCurrent(START + SILENCE)).isTrue();
        assertThat(follower.isCurrent(START + SILENCE + 1)).isFalse();
    }

    @Test
    void asksRegistrationItselfWhenTheTopicIsQuiet() {
        follow();

        assertThat(follower.on(new Event.Tick(), Moment.of(START + SILENCE / 2)))
                .isEmpty();
        assertThat(follower.on(new Event.Tick(), Moment.of(START + SILENCE / 2 + 1)))
                .contains(new Ask(3));
        assertThat(follower.on(new Event.Tick(), Moment.of(START + SILENCE / 2 + 2)))
                .isEmpty();

        long later = START + SILENCE;
        follower.on(
                new Event.Page(List.of(
                        Bytes.of(network.record(4, later, new Heartbeat()).encode()))),
                Moment.of(later));
        assertThat(follower.isCurrent(later + SILENCE)).isTrue();
    }

    /// A registration that lacks a record would be asked thousands of times a second.
    @Test
    void asksAgainAfterAPauseWhenItIsGivenWhatItHas() {
        follow();
        assertThat(fromTopic(5, new Heartbeat())).contains(new Ask(3));

        assertThat(follower.on(page(record(3, new Heartbeat())), Moment.of(START)))
                .isEmpty();

        assertThat(follower.isCurrent(START)).isFalse();
        assertThat(follower.on(new Event.Tick(), Moment.of(START + RETRY))).contains(new Ask(3));
    }

    /// A pause here would keep endorsing stopped for as long.
    @Test
    void asksAtOnceWhenTheTopicWasFasterThanTheAnswer() {
        RegistrationFollower next = resumed();
        assertThat(next.on(new Event.Tick(), Moment.of(START))).contains(new Ask(3));
        next.on(new Event.FromTopic(record(4, new Heartbeat())), Moment.of(START));

        assertThat(next.on(page(record(4, new Heartbeat())), Moment.of(START))).contains(new Ask(4));

        assertThat(next.on(page(record(4, new Heartbeat())), Moment.of(START)))
                .as("nothing came since")
                .isEmpty();
    }

    @Test
    void asksAgainAfterThePauseAlthoughTheWallClockWasSetBack() {
        follow();
        fromTopic(9, new Heartbeat());
        follower.on(new Event.NoAnswer(), Moment.of(START));

        assertThat(follower.on(new Event.Tick(), new Moment(START - 3_600_000, START + RETRY)))
                .contains(new Ask(3));
    }

    @Test
    void asksAgainAfterAPauseWhenRegistrationDoesNotAnswer() {
        follow();
        fromTopic(9, new Heartbeat());

        follower.on(new Event.NoAnswer(), Moment.of(START));

        assertThat(follower.on(new Event.Tick(), Moment.of(START + RETRY - 1))).isEmpty();
        assertThat(follower.on(new Event.Tick(), Moment.of(START + RETRY))).contains(new Ask(3));
    }

    @Test
    void isBrokenForGoodWhenRegistrationItselfGivesWhatCannotBe() {
        follow();
        fromTopic(9, new Heartbeat());

        follower.on(page(record(6, new Heartbeat())), Moment.of(START));

        assertThat(follower.isBroken()).isTrue();
        follower.on(page(record(4, new Heartbeat())), Moment.of(START));
        follower.on(page(), Moment.of(START));
        assertThat(follower.isCurrent(START)).isFalse();
    }

    private RegistrationFollower resumed() {
        follow();
        List<RegistrationRecord> applied = follower.takeApplied();
        var next = new RegistrationFollower(
                network.networkId(), network.registration().publicKey(), SILENCE, RETRY);
        next.resume(new KnownRecords(follower.lastSequence(), follower.lastTimeMillis(), applied));
        return next;
    }

    private void follow() {
        long sequence = 1;
        for (RegistrationEvent event : payments.enrollments()) {
            assertThat(fromTopic(sequence++, event)).isEmpty();
        }
    }

    private Optional<Ask> fromTopic(long sequence, RegistrationEvent event) {
        return follower.on(new Event.FromTopic(record(sequence, event)), Moment.of(START));
    }

    private Bytes record(long sequence, RegistrationEvent event) {
        return Bytes.of(network.record(sequence, START, event).encode());
    }

    private static Event.Page page(Bytes... records) {
        return new Event.Page(List.of(records));
    }
}
