package io.florin.endorser.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.Moment;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.rules.EndorsementCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Bundles: what is submitted is in one of them, once, and answered; no more is gathered at a time than is bounded.
class EndorsementGathererTest extends GatheringWorld {

    @Test
    void makesOneSignedBundleOfWhatIsSubmittedTogether() {
        List<AcceptedTransaction> three = payments.accepted(3);

        submit(1, three);

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Endorsed());
        assertThat(published).hasSize(1);
        assertVerified(published.getFirst(), three);
        assertThat(remembered).hasSize(1);
        assertThat(remembered.getFirst().publishedMillis()).isEqualTo(nowMillis);
    }

    /// The steps of a payment stand beside those that the store and the ledger's follower date by the wall clock.
    @Test
    void keepsTheTimesOfTheWallClockAfterItWasSet() {
        wallAheadMillis = 3_600_000;
        long receivedMillis = nowMillis + wallAheadMillis;
        submit(1, payments.accepted(3));
        long finalMillis = nowMillis + wallAheadMillis;
        EndorsedBundle kept = remembered.getFirst();
        assertThat(kept.proposedMillis()).isBetween(receivedMillis, kept.endorsedMillis());
        assertThat(kept.publishedMillis()).isBetween(kept.endorsedMillis(), finalMillis);
    }

    @Test
    void aWallClockThatIsSetMeanwhileDoesNotChangeHowLongThingsTook() {
        mute.add(2);
        submit(1, payments.accepted(3));
        wallAheadMillis = 3_600_000;
        pass(ANSWER_MILLIS);
        EndorsedBundle kept = remembered.getFirst();
        assertThat(kept.endorsedMillis() - kept.proposedMillis()).isBetween(0L, 2 * ANSWER_MILLIS);
    }

    @Test
    void waitsAWindowForCompanyAndKeepsEachSubmissionInOrder() {
        List<AcceptedTransaction> first = payments.accepted(2);
        List<AcceptedTransaction> second = payments.accepted(2);

        on(new GatherEvent.Submitted(1, first));
        on(new GatherEvent.Submitted(2, second));
        assertThat(proposals).isEmpty();
        pass(4);

        assertThat(published).hasSize(1);
        List<AcceptedTransaction> all = new ArrayList<>(first);
        all.addAll(second);
        Bundle bundle = published.getFirst();
        List<AcceptedTransaction> order = bundle.transactions().stream()
                .map(carried -> all.stream()
                        .filter(one -> one.encoded().equals(carried))
                        .findFirst()
                        .orElseThrow())
                .toList();
        assertThat(order).hasSize(4).containsSubsequence(first).containsSubsequence(second);
        assertVerified(bundle, order);
        assertThat(answers).containsOnlyKeys(1L, 2L);
    }

    @Test
    void whatComesWhileABundleIsGatheredSharesTheNextOne() {
        List<AcceptedTransaction> first = payments.accepted(1);
        mute.add(2);
        mute.add(3);
        on(new GatherEvent.Submitted(1, first));
        pass(4);
        long number = proposals.getLast().proposal();
        on(new GatherEvent.Submitted(2, payments.accepted(1)));
        pass(4);
        on(new GatherEvent.Submitted(3, payments.accepted(1)));
        pass(4);
        assertThat(proposals.getLast().proposal()).isEqualTo(number);
        mute.clear();

        on(new GatherEvent.Checked(number, 2, List.of(0)));

        assertThat(published).extracting(bundle -> bundle.transactions().size()).containsExactly(1, 2);
    }

    @Test
    void waitsForABundleThatIsGatheredNoLongerThanForCompany() {
        mute.add(2);
        mute.add(3);
        on(new GatherEvent.Submitted(1, payments.accepted(1)));
        pass(4);
        long number = proposals.getLast().proposal();
        on(new GatherEvent.Submitted(2, payments.accepted(1)));
        pass(COMPANY_MILLIS - 1);
        assertThat(proposals.getLast().proposal()).isEqualTo(number);
        pass(1);
        assertThat(proposals.getLast().proposal()).isGreaterThan(number);
    }

    @Test
    void neverSplitsABatchAndDoesNotMixItIntoAFullBundle() {
        on(new GatherEvent.Submitted(1, payments.accepted(200)));
        on(new GatherEvent.Submitted(2, payments.accepted(100)));
        pass(4);

        assertThat(published).extracting(bundle -> bundle.transactions().size()).containsExactly(200, 100);
    }

    @Test
    void carriesTheAuditorsApprovalWhereThePolicyAsksForIt() {
        List<AcceptedTransaction> mixed = List.of(
                payments.accepted(payments.transfer(5)),
                payments.accepted(payments.transfer(2_000_000), network.auditor()));

        submit(1, mixed);

        Bundle bundle = published.getFirst();
        assertThat(bundle.audits()).extracting(Bundle.IndexedAudit::index).containsExactly(1);
        OrderedTransaction audited =
                OrderedTransaction.of(List.of(Bytes.of(bundle.encode()))).get(1);
        assertThat(EndorsementCheck.isAudited(audited, network.networkId(), network.configuration()))
                .isTrue();
    }

    @Test
    void aRepeatInFlightIsAnsweredWithTheFirst() {
        List<AcceptedTransaction> two = payments.accepted(2);
        mute.add(2);
        mute.add(3);
        on(new GatherEvent.Submitted(1, two));
        pass(4);
        on(new GatherEvent.Submitted(2, List.of(two.get(1))));
        assertThat(answers).isEmpty();
        long number = proposals.getFirst().proposal();
        mute.clear();

        on(new GatherEvent.Checked(number, 2, List.of(0, 0)));

        assertThat(answers).containsOnlyKeys(1L, 2L);
        assertThat(answers.get(2L)).containsExactly(new SubmissionOutcome.Endorsed());
        assertThat(published).hasSize(1);
    }

    @Test
    void aRepeatOfWhatIsEndorsedIsAnsweredAtOnce() {
        List<AcceptedTransaction> two = payments.accepted(2);
        submit(1, two);

        on(new GatherEvent.Submitted(2, two));

        assertThat(answers.get(2L)).containsOnly(new SubmissionOutcome.Endorsed());
        assertThat(published).hasSize(1);
    }

    @Test
    void theSameTransactionTwiceInOneBatchIsInTheBundleOnce() {
        AcceptedTransaction one = payments.accepted(1).getFirst();

        submit(1, List.of(one, one));

        assertThat(answers.get(1L)).containsExactly(new SubmissionOutcome.Endorsed(), new SubmissionOutcome.Endorsed());
        assertVerified(published.getFirst(), List.of(one));
    }

    @Test
    void whatTheStoreKnowsAsEndorsedIsNotGatheredAgain() {
        List<AcceptedTransaction> two = payments.accepted(2);
        endorsedBefore.add(two.get(0).id());

        submit(1, two);

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Endorsed());
        assertVerified(published.getFirst(), List.of(two.get(1)));
    }

    @Test
    void aShareThatCameWithTheVerdictIsNotAskedFor() {
        sharesWithVerdicts = true;
        List<AcceptedTransaction> two = payments.accepted(2);

        submit(1, two);

        assertVerified(published.getFirst(), two);
        assertThat(shareQuestions).extracting(GatherEffect.AskShare::member).containsExactly(SELF);
    }

    @Test
    void aBadShareThatCameWithTheVerdictCostsItsGiverThePlace() {
        sharesWithVerdicts = true;
        liars.add(2);
        liars.add(3);
        List<AcceptedTransaction> two = payments.accepted(2);

        on(new GatherEvent.Submitted(1, two));
        pass(4);
        assertThat(published).isEmpty();

        liars.clear();
        liars.add(2);
        submit(2, payments.accepted(2));
        assertThat(published).hasSize(1);
    }

    /// What each of them signed is all of the proposal, and that is no bundle.
    @Test
    void whereAPartIsRefusedSharesAreAskedForOfWhatIsLeft() {
        sharesWithVerdicts = true;
        List<AcceptedTransaction> two = payments.accepted(2);
        refuses(2, two.getFirst());
        refuses(3, two.getFirst());

        submit(1, two);

        assertThat(answers.get(1L)).first().isInstanceOf(SubmissionOutcome.Refused.class);
        assertVerified(published.getFirst(), List.of(two.get(1)));
        assertThat(shareQuestions).hasSize(2);
    }

    @Test
    void aShareOfAllIsNotTakenForAPart() {
        sharesWithVerdicts = true;
        List<AcceptedTransaction> two = payments.accepted(2);
        endorsedBefore.add(two.getFirst().id());

        submit(1, two);

        assertVerified(published.getFirst(), List.of(two.get(1)));
        assertThat(shareQuestions).hasSize(2);
    }

    @Test
    void nothingIsSharedBeforeItIsStored() {
        databaseDown = true;

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Unavailable());
        assertThat(published).isEmpty();
    }

    @Test
    void gathersWhatNobodyWaitsFor() {
        submit(EndorsementGatherer.NO_TICKET, payments.accepted(2));

        assertThat(published).hasSize(1);
        assertThat(answers).isEmpty();
    }

    @Test
    void saysUnavailableWhenTooMuchWaits() {
        on(new GatherEvent.Submitted(1, payments.accepted(200)));
        var small = new EndorsementGatherer(
                SELF,
                network.configuration(),
                new GatherSettings(256, 4, 20, 1, 100, 4_000, 100, 500, 1_000, 8_000),
                KeysHeld.ALL,
                new Random(1));

        List<GatherEffect> effects =
                small.on(new GatherEvent.Submitted(1, payments.accepted(101)), Moment.of(nowMillis));

        assertThat(effects)
                .singleElement()
                .isInstanceOfSatisfying(
                        GatherEffect.Answer.class,
                        answer -> assertThat(answer.outcomes()).containsOnly(new SubmissionOutcome.Unavailable()));
    }

    @Test
    void gathersOnlySoManyBundlesAtATime() {
        mute.add(2);
        mute.add(3);
        for (int ticket = 1; ticket <= 6; ticket++) {
            on(new GatherEvent.Submitted(ticket, payments.accepted(256)));
        }

        assertThat(gatherer.gatheringBundles()).isEqualTo(4);
        assertThat(gatherer.waitingTransactions()).isEqualTo(512);
    }
}
