package io.florin.endorser.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.endorser.TestPayments;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.Moment;
import io.florin.endorser.protocol.Outcome;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.rules.RefusalReason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The gatherer with a world around it that does what the test says: endorser 1 gathers, 2 and 3 are its peers.
class EndorsementGathererTest {

    private static final int SELF = 1;
    private static final long ANSWER_MILLIS = 100;
    private static final long ORDERED_MILLIS = 1_000;
    private static final GatherSettings SETTINGS =
            new GatherSettings(256, 4, 4, 2_000, 4_000, ANSWER_MILLIS, 500, ORDERED_MILLIS, 8_000);

    private final TestNetwork network = new TestNetwork(7);
    private final TestPayments payments = new TestPayments(network.genesis(), 11);
    private final ShareCombiner combiner = new ShareCombiner(network.networkId());
    private final EndorsementGatherer gatherer =
            new EndorsementGatherer(SELF, network.configuration(), SETTINGS, KeysHeld.ALL, new Random(1));

    /// Behaviour of the world.
    private final Set<Integer> dead = new HashSet<>();
    private final Set<Integer> mute = new HashSet<>();
    private final Set<Integer> muteOnShare = new HashSet<>();
    private final Set<Integer> liars = new HashSet<>();
    private final Set<Integer> declining = new HashSet<>();
    private final Map<Integer, Set<TransactionId>> refuses = new HashMap<>();
    private final Set<TransactionId> endorsedBefore = new HashSet<>();
    private boolean databaseDown;
    private boolean kafkaDown;

    /// Effects that came out of it.
    private final Map<Long, List<Outcome>> answers = new TreeMap<>();
    private final List<Bundle> published = new ArrayList<>();
    private final List<EndorsedBundle> remembered = new ArrayList<>();
    private final List<GatherEffect.SubmitDirectly> direct = new ArrayList<>();
    private final Map<TransactionId, RefusalReason> refused = new HashMap<>();
    private final List<GatherEffect.Propose> proposals = new ArrayList<>();
    private final Deque<GatherEvent> events = new ArrayDeque<>();
    private long nowMillis = 1_000_000;
    private long wallAheadMillis;

    @Test
    void makesOneSignedBundleOfWhatIsSubmittedTogether() {
        List<AcceptedTransaction> three = payments.accepted(3);

        submit(1, three);

        assertThat(answers.get(1L)).containsOnly(new Outcome.Endorsed());
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
    void refusesOnlyWhatTheThresholdRefuses() {
        List<AcceptedTransaction> four = payments.accepted(4);
        refuses(2, four.get(1));
        refuses(3, four.get(1));

        submit(1, four);

        assertThat(answers.get(1L))
                .containsExactly(
                        new Outcome.Endorsed(),
                        new Outcome.Refused(RefusalReason.OWNER_REVOKED),
                        new Outcome.Endorsed(),
                        new Outcome.Endorsed());
        assertVerified(published.getFirst(), List.of(four.get(0), four.get(2), four.get(3)));
        assertThat(refused).containsOnlyKeys(four.get(1).id());
    }

    @Test
    void oneRefusalDoesNotKillWhatAnotherPeerAccepts() {
        List<AcceptedTransaction> four = payments.accepted(4);
        refuses(2, four.get(0));

        submit(1, four);

        assertThat(answers.get(1L)).containsOnly(new Outcome.Endorsed());
        assertVerified(published.getFirst(), four);
    }

    @Test
    void differentRefusalsMakeSeveralBundlesAndLoseNothing() {
        List<AcceptedTransaction> five = payments.accepted(5);
        refuses(2, five.get(0));
        refuses(3, five.get(1));

        submit(1, five);

        assertThat(answers.get(1L)).containsOnly(new Outcome.Endorsed());
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

        assertThat(answers.get(1L)).containsOnly(new Outcome.Endorsed());
        assertThat(published).hasSize(1);
    }

    @Test
    void aPeerThatStaysSilentStopsNothingWhenTheOtherAcceptsAll() {
        mute.add(2);

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new Outcome.Endorsed());
    }

    @Test
    void waitsForASilentPeerOnlySoLongWhenTheOtherRefuses() {
        List<AcceptedTransaction> two = payments.accepted(2);
        refuses(2, two.get(0));
        mute.add(3);

        submit(1, two);
        assertThat(answers).isEmpty();
        pass(ANSWER_MILLIS);

        assertThat(answers.get(1L)).containsExactly(new Outcome.Unavailable(), new Outcome.Endorsed());
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

        assertThat(answers.get(1L)).containsOnly(new Outcome.Unavailable());
        assertThat(published).isEmpty();
        assertThat(refused).isEmpty();
    }

    @Test
    void dropsALyingPeersShareAndAsksAnother() {
        liars.add(2);
        List<AcceptedTransaction> two = payments.accepted(2);

        submit(1, two);

        assertThat(answers.get(1L)).containsOnly(new Outcome.Endorsed());
        assertVerified(published.getFirst(), two);
    }

    @Test
    void aLiarAndADeadPeerLeaveNothingToPublish() {
        liars.add(2);
        dead.add(3);

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new Outcome.Unavailable());
        assertThat(published).isEmpty();
    }

    @Test
    void aPeerThatAcceptsAndThenDeclinesItsShareIsReplaced() {
        declining.add(2);

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new Outcome.Endorsed());
        assertThat(published).hasSize(1);
    }

    @Test
    void aSignerThatFallsSilentIsReplacedInTime() {
        muteOnShare.add(2);
        submit(1, payments.accepted(2));
        assertThat(answers).isEmpty();

        pass(ANSWER_MILLIS);

        assertThat(answers.get(1L)).containsOnly(new Outcome.Endorsed());
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

        assertThat(answers.get(1L)).containsOnly(new Outcome.Unavailable());
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

        assertThat(answers.get(1L)).containsOnly(new Outcome.Unavailable());
        assertThat(refused).isEmpty();
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
        assertThat(answers.get(2L)).containsExactly(new Outcome.Endorsed());
        assertThat(published).hasSize(1);
    }

    @Test
    void aRepeatOfWhatIsEndorsedIsAnsweredAtOnce() {
        List<AcceptedTransaction> two = payments.accepted(2);
        submit(1, two);

        on(new GatherEvent.Submitted(2, two));

        assertThat(answers.get(2L)).containsOnly(new Outcome.Endorsed());
        assertThat(published).hasSize(1);
    }

    @Test
    void theSameTransactionTwiceInOneBatchIsInTheBundleOnce() {
        AcceptedTransaction one = payments.accepted(1).getFirst();

        submit(1, List.of(one, one));

        assertThat(answers.get(1L)).containsExactly(new Outcome.Endorsed(), new Outcome.Endorsed());
        assertVerified(published.getFirst(), List.of(one));
    }

    @Test
    void whatTheStoreKnowsAsEndorsedIsNotGatheredAgain() {
        List<AcceptedTransaction> two = payments.accepted(2);
        endorsedBefore.add(two.get(0).id());

        submit(1, two);

        assertThat(answers.get(1L)).containsOnly(new Outcome.Endorsed());
        assertVerified(published.getFirst(), List.of(two.get(1)));
    }

    @Test
    void nothingIsSharedBeforeItIsStored() {
        databaseDown = true;

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new Outcome.Unavailable());
        assertThat(published).isEmpty();
    }

    @Test
    void submitsDirectlyAtOnceWhenKafkaDoesNotTakeIt() {
        kafkaDown = true;

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new Outcome.Endorsed());
        assertThat(direct).hasSize(1);
        assertThat(direct.getFirst().parties()).containsExactly(0, 1);
        assertThat(remembered.getFirst().publishedMillis()).isZero();
    }

    @Test
    void submitsDirectlyToOtherPartiesUntilFinal() {
        List<AcceptedTransaction> two = payments.accepted(2);
        submit(1, two);

        pass(ORDERED_MILLIS);
        assertThat(direct).hasSize(1);
        pass(ORDERED_MILLIS);
        assertThat(direct).hasSize(2);
        assertThat(direct.get(1).parties()).containsExactly(2, 3);
        pass(ORDERED_MILLIS);
        assertThat(direct).hasSize(2);

        on(new GatherEvent.Settled(List.of(two.get(0).id())));
        pass(ORDERED_MILLIS);
        assertThat(direct).hasSize(3);
        on(new GatherEvent.Settled(List.of(two.get(1).id())));
        pass(60_000);
        assertThat(direct).hasSize(3);
        assertThat(gatherer.unsettledTransactions()).isZero();
    }

    @Test
    void givesUpWhatHasExpired() {
        submit(1, payments.accepted(2));

        on(new GatherEvent.LedgerMoved(network.configuration(), TestPayments.EXPIRY + 1));
        pass(60_000);

        assertThat(direct).isEmpty();
        assertThat(gatherer.unsettledTransactions()).isZero();
    }

    @Test
    void publishesABundleOfBeforeARestartByteByByte() {
        submit(1, payments.accepted(2));
        EndorsedBundle before = remembered.getFirst();
        var restarted = new EndorsementGatherer(SELF, network.configuration(), SETTINGS, KeysHeld.ALL, new Random(1));

        List<GatherEffect> effects =
                restarted.on(new GatherEvent.Recovered(before, TestPayments.EXPIRY), Moment.of(nowMillis));

        assertThat(effects).hasSize(1);
        assertThat(effects.getFirst()).isInstanceOfSatisfying(GatherEffect.Publish.class, publish -> {
            assertThat(publish.bundle().encode()).isEqualTo(before.encoded().toArray());
            assertThat(publish.again()).isTrue();
        });
        assertThat(restarted.on(new GatherEvent.Recovered(before, TestPayments.EXPIRY), Moment.of(nowMillis)))
                .isEmpty();
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
                new GatherSettings(256, 4, 1, 100, 4_000, 100, 500, 1_000, 8_000),
                KeysHeld.ALL,
                new Random(1));

        List<GatherEffect> effects =
                small.on(new GatherEvent.Submitted(1, payments.accepted(101)), Moment.of(nowMillis));

        assertThat(effects)
                .singleElement()
                .isInstanceOfSatisfying(
                        GatherEffect.Answer.class,
                        answer -> assertThat(answer.outcomes()).containsOnly(new Outcome.Unavailable()));
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

    // the world

    private void submit(long ticket, List<AcceptedTransaction> transactions) {
        on(new GatherEvent.Submitted(ticket, transactions));
        pass(4);
    }

    private void pass(long millis) {
        nowMillis += millis;
        on(new GatherEvent.Tick());
    }

    private void refuses(int member, AcceptedTransaction transaction) {
        refuses.computeIfAbsent(member, _ -> new HashSet<>()).add(transaction.id());
    }

    private void on(GatherEvent event) {
        events.add(event);
        while (!events.isEmpty()) {
            gatherer.on(events.remove(), new Moment(nowMillis + wallAheadMillis, nowMillis))
                    .forEach(this::perform);
        }
    }

    private void perform(GatherEffect effect) {
        switch (effect) {
            case GatherEffect.Store(long bundle, var _) ->
                events.add(
                        databaseDown
                                ? new GatherEvent.StoreFailed(bundle)
                                : new GatherEvent.Stored(bundle, Set.copyOf(endorsedBefore)));
            case GatherEffect.Propose propose -> {
                proposals.add(propose);
                check(propose);
            }
            case GatherEffect.AskShare ask -> share(ask);
            case GatherEffect.Combine combine ->
                events.add(
                        switch (combiner.combine(combine.group(), combine.order(), combine.shares())) {
                            case GroupKey.Combined.Signature(Bytes signature) ->
                                new GatherEvent.Combined(combine.bundle(), signature);
                            case GroupKey.Combined.Blamed(var members) ->
                                new GatherEvent.BadShares(combine.bundle(), members);
                            case GroupKey.Combined.Spoiled(var suspects) ->
                                new GatherEvent.Spoiled(combine.bundle(), suspects);
                        });
            case GatherEffect.Prepare _ -> throw new AssertionError("BLS needs no preparation");
            case GatherEffect.Publish publish -> {
                if (kafkaDown) {
                    events.add(new GatherEvent.PublishFailed(publish.number()));
                } else {
                    published.add(publish.bundle());
                    events.add(new GatherEvent.Published(publish.number()));
                }
            }
            case GatherEffect.Remember(EndorsedBundle bundle) -> remembered.add(bundle);
            case GatherEffect.SubmitDirectly submission -> direct.add(submission);
            case GatherEffect.RememberRefused(var reasons) -> refused.putAll(reasons);
            case GatherEffect.Answer(long ticket, List<Outcome> outcomes) -> answers.put(ticket, outcomes);
        }
    }

    private void check(GatherEffect.Propose propose) {
        if (dead.contains(propose.member())) {
            events.add(new GatherEvent.CheckFailed(propose.proposal(), propose.member(), true));
        } else if (!mute.contains(propose.member())) {
            Set<TransactionId> no = refuses.getOrDefault(propose.member(), Set.of());
            events.add(new GatherEvent.Checked(
                    propose.proposal(),
                    propose.member(),
                    propose.transactions().stream()
                            .map(transaction ->
                                    no.contains(transaction.id()) ? RefusalReason.OWNER_REVOKED.number() : 0)
                            .toList()));
        }
    }

    private void share(GatherEffect.AskShare ask) {
        int member = ask.member();
        if (mute.contains(member) || muteOnShare.contains(member)) {
            return;
        }
        if (dead.contains(member) || declining.contains(member)) {
            events.add(new GatherEvent.ShareFailed(ask.bundle(), member, dead.contains(member)));
            return;
        }
        byte[] message = liars.contains(member) ? new byte[] {1} : ask.order().message(network.networkId());
        SignatureShare share = ThresholdBls.signShare(network.shares().get(member - 1), message);
        events.add(new GatherEvent.ShareGiven(
                ask.bundle(), member, share.signature().bytes()));
    }

    private void assertVerified(Bundle bundle, List<AcceptedTransaction> transactions) {
        assertThat(bundle.transactions())
                .containsExactlyElementsOf(
                        transactions.stream().map(AcceptedTransaction::encoded).toList());
        assertThat(EndorsementCheck.isEndorsed(bundle, network.networkId(), network.configuration()))
                .isTrue();
    }
}
