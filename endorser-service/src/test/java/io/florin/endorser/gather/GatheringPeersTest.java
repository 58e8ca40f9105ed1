package io.florin.endorser.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.rules.RefusalReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Peers that refuse, fall silent, lie or are away while a bundle is gathered.
class GatheringPeersTest extends GatheringWorld {

    @Test
    void refusesOnlyWhatTheThresholdRefuses() {
        List<AcceptedTransaction> four = payments.accepted(4);
        refuses(2, four.get(1));
        refuses(3, four.get(1));

        submit(1, four);

        assertThat(answers.get(1L))
                .containsExactly(
                        new SubmissionOutcome.Endorsed(),
                        new SubmissionOutcome.Refused(RefusalReason.OWNER_REVOKED),
                        new SubmissionOutcome.Endorsed(),
                        new SubmissionOutcome.Endorsed());
        assertVerified(published.getFirst(), List.of(four.get(0), four.get(2), four.get(3)));
        assertThat(refused).containsOnlyKeys(four.get(1).id());
    }

    @Test
    void oneRefusalDoesNotKillWhatAnotherPeerAccepts() {
        List<AcceptedTransaction> four = payments.accepted(4);
        refuses(2, four.get(0));

        submit(1, four);

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Endorsed());
        assertVerified(published.getFirst(), four);
    }

    @Test
    void differentRefusalsMakeSeveralBundlesAndLoseNothing() {
        List<AcceptedTransaction> five = payments.accepted(5);
        refuses(2, five.get(0));
        refuses(3, five.get(1));

        submit(1, five);

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Endorsed());
        assertThat(published).hasSize(2);
        assertThat(published.get(0).transactions()).hasSize(4);
        assertThat(published.get(1).transactions()).hasSize(1);
        published.forEach(
                bundle -> assertThat(EndorsementCheck.isEndorsed(bundle, network.networkId(), network.configuration()))
                        .isTrue());
    }

    @Test
    void aPeerThatIsDownStopsNothing() {
        dead.add(3);

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Endorsed());
        assertThat(published).hasSize(1);
    }

    @Test
    void aPeerThatStaysSilentStopsNothingWhenTheOtherAcceptsAll() {
        mute.add(2);

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Endorsed());
    }

    @Test
    void waitsForASilentPeerOnlySoLongWhenTheOtherRefuses() {
        List<AcceptedTransaction> two = payments.accepted(2);
        refuses(2, two.get(0));
        mute.add(3);

        submit(1, two);
        assertThat(answers).isEmpty();
        pass(ANSWER_MILLIS);

        assertThat(answers.get(1L))
                .containsExactly(new SubmissionOutcome.Unavailable(), new SubmissionOutcome.Endorsed());
        assertVerified(published.getFirst(), List.of(two.get(1)));
        assertThat(refused).isEmpty();
    }

    @Test
    void aPeerThatDidNotAnswerIsLeftOutForAWhile() {
        dead.add(3);
        submit(1, payments.accepted(1));
        proposals.clear();

        submit(2, payments.accepted(1));
        assertThat(proposals).extracting(GatherEffect.Propose::member).containsExactly(2);

        proposals.clear();
        pass(500);
        submit(3, payments.accepted(1));
        assertThat(proposals).extracting(GatherEffect.Propose::member).containsExactly(2, 3);
    }

    @Test
    void withoutTheThresholdNothingIsEndorsedAndNothingRefused() {
        dead.add(2);
        dead.add(3);

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Unavailable());
        assertThat(published).isEmpty();
        assertThat(refused).isEmpty();
    }

    @Test
    void dropsALyingPeersShareAndAsksAnother() {
        liars.add(2);
        List<AcceptedTransaction> two = payments.accepted(2);

        submit(1, two);

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Endorsed());
        assertVerified(published.getFirst(), two);
    }

    @Test
    void aLiarAndADeadPeerLeaveNothingToPublish() {
        liars.add(2);
        dead.add(3);

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Unavailable());
        assertThat(published).isEmpty();
    }

    @Test
    void aPeerThatAcceptsAndThenDeclinesItsShareIsReplaced() {
        declining.add(2);

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Endorsed());
        assertThat(published).hasSize(1);
    }

    @Test
    void aSignerThatFallsSilentIsReplacedInTime() {
        muteOnShare.add(2);
        submit(1, payments.accepted(2));
        assertThat(answers).isEmpty();

        pass(ANSWER_MILLIS);

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Endorsed());
        assertThat(published).hasSize(1);
    }

    @Test
    void answersOfNoMeaningCountAsNone() {
        List<AcceptedTransaction> two = payments.accepted(2);
        dead.add(2);
        mute.add(3);
        on(new GatherEvent.Submitted(1, two));
        nowMillis += 4;
        on(new GatherEvent.Tick());
        long number = proposals.getFirst().proposal();

        on(new GatherEvent.Checked(number, 3, List.of(0)));

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Unavailable());
    }

    @Test
    void aPeerWithoutCurrentRegistrationRecordsRefusesNothing() {
        List<AcceptedTransaction> two = payments.accepted(2);
        dead.add(2);
        mute.add(3);
        on(new GatherEvent.Submitted(1, two));
        nowMillis += 4;
        on(new GatherEvent.Tick());
        int notCurrent = RefusalReason.REGISTRATION_NOT_CURRENT.number();

        on(new GatherEvent.Checked(proposals.getFirst().proposal(), 3, List.of(notCurrent, notCurrent)));

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Unavailable());
        assertThat(refused).isEmpty();
    }
}
