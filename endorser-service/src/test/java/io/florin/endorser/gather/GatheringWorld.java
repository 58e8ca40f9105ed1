package io.florin.endorser.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.endorser.TestPayments;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.Moment;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.ledger.TransactionId;
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
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/// The gatherer with a world around it that does what the test says: endorser 1 gathers, 2 and 3 are its peers.
abstract class GatheringWorld {

    static final int SELF = 1;
    static final long ANSWER_MILLIS = 100;
    static final long COMPANY_MILLIS = 20;
    static final long ORDERED_MILLIS = 1_000;
    static final GatherSettings SETTINGS =
            new GatherSettings(256, 4, COMPANY_MILLIS, 4, 2_000, 4_000, ANSWER_MILLIS, 500, ORDERED_MILLIS, 8_000);

    final TestNetwork network = new TestNetwork(7);
    final TestPayments payments = new TestPayments(network.genesis(), 11);
    private final ShareCombiner combiner = new ShareCombiner(network.networkId());
    final EndorsementGatherer gatherer =
            new EndorsementGatherer(SELF, network.configuration(), SETTINGS, KeysHeld.ALL, new Random(1));

    /// Behaviour of the world.
    final Set<Integer> dead = new HashSet<>();
    final Set<Integer> mute = new HashSet<>();
    final Set<Integer> muteOnShare = new HashSet<>();
    final Set<Integer> liars = new HashSet<>();
    final Set<Integer> declining = new HashSet<>();
    final Map<Integer, Set<TransactionId>> refuses = new HashMap<>();
    final Set<TransactionId> endorsedBefore = new HashSet<>();
    boolean sharesWithVerdicts;
    boolean databaseDown;
    boolean kafkaDown;

    /// Effects that came out of it.
    final Map<Long, List<SubmissionOutcome>> answers = new TreeMap<>();
    final List<Bundle> published = new ArrayList<>();
    final List<EndorsedBundle> remembered = new ArrayList<>();
    final List<GatherEffect.SubmitDirectly> direct = new ArrayList<>();
    final Map<TransactionId, RefusalReason> refused = new HashMap<>();
    final List<GatherEffect.Propose> proposals = new ArrayList<>();
    final List<GatherEffect.AskShare> shareQuestions = new ArrayList<>();
    private final Deque<GatherEvent> events = new ArrayDeque<>();
    long nowMillis = 1_000_000;
    long wallAheadMillis;

    void submit(long ticket, List<AcceptedTransaction> transactions) {
        on(new GatherEvent.Submitted(ticket, transactions));
        pass(4);
    }

    void pass(long millis) {
        nowMillis += millis;
        on(new GatherEvent.Tick());
    }

    void refuses(int member, AcceptedTransaction transaction) {
        refuses.computeIfAbsent(member, _ -> new HashSet<>()).add(transaction.id());
    }

    void on(GatherEvent event) {
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
            case GatherEffect.AskShare ask -> {
                shareQuestions.add(ask);
                share(ask);
            }
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
            case GatherEffect.Answer(long ticket, List<SubmissionOutcome> outcomes) -> answers.put(ticket, outcomes);
        }
    }

    private void check(GatherEffect.Propose propose) {
        if (dead.contains(propose.member())) {
            events.add(new GatherEvent.CheckFailed(propose.proposal(), propose.member(), true));
        } else if (!mute.contains(propose.member())) {
            Set<TransactionId> no = refuses.getOrDefault(propose.member(), Set.of());
            boolean all =
                    propose.transactions().stream().map(AcceptedTransaction::id).noneMatch(no::contains);
            events.add(new GatherEvent.Checked(
                    propose.proposal(),
                    propose.member(),
                    propose.transactions().stream()
                            .map(transaction ->
                                    no.contains(transaction.id()) ? RefusalReason.OWNER_REVOKED.number() : 0)
                            .toList(),
                    all && sharesWithVerdicts
                            ? propose.order().map(order -> shareOf(propose.member(), order))
                            : Optional.empty()));
        }
    }

    private Bytes shareOf(int member, ShareOrder order) {
        byte[] message = liars.contains(member) ? new byte[] {1} : order.message(network.networkId());
        return ThresholdBls.signShare(network.shares().get(member - 1), message)
                .signature()
                .bytes();
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
        events.add(new GatherEvent.ShareGiven(ask.bundle(), member, shareOf(member, ask.order())));
    }

    void assertVerified(Bundle bundle, List<AcceptedTransaction> transactions) {
        assertThat(bundle.transactions())
                .containsExactlyElementsOf(
                        transactions.stream().map(AcceptedTransaction::encoded).toList());
        assertThat(EndorsementCheck.isEndorsed(bundle, network.networkId(), network.configuration()))
                .isTrue();
    }
}
