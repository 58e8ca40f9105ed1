package io.florin.endorser.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.endorser.TestPayments;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.Outcome;
import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.protocol.ShareAnswer;
import io.florin.endorser.signing.adapter.SigningEndorsers;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.rules.EndorsementCheck;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Endorser 1 of five gathers signatures of schemes with one-time secrets, three sign; the signing is real.
@SuppressWarnings("NullAway.Init")
class SchemeGatheringTest {

    private static final GatherSettings SETTINGS = new GatherSettings(256, 4, 4, 2_000, 4_000, 100, 500, 1_000, 8_000);

    @TempDir
    private Path directory;

    private SigningEndorsers endorsers;
    private EndorsementGatherer gatherer;
    private ShareCombiner combiner;
    private TestPayments payments;

    private final Set<Integer> down = new HashSet<>();
    private final Set<Integer> liars = new HashSet<>();
    private final Map<Long, List<Outcome>> answers = new TreeMap<>();
    private final List<Bundle> published = new ArrayList<>();
    private final List<List<Integer>> signers = new ArrayList<>();
    private final Deque<GatherEvent> events = new ArrayDeque<>();
    private int unheard;
    private int unnamed;
    private long nowMillis = 1_000_000;

    private void begin(SignatureScheme scheme) {
        endorsers = new SigningEndorsers(scheme, 5, 3, directory);
        for (int index = 2; index <= 5; index++) {
            endorsers.node(index).signing().open(endorsers.group);
        }
        endorsers.node(1).preparations().start((_, _, _) -> {});
        gatherer = new EndorsementGatherer(1, endorsers.configuration, SETTINGS);
        combiner = new ShareCombiner(endorsers.network.networkId());
        payments = new TestPayments(endorsers.network.genesis(), 11);
    }

    @AfterEach
    void end() {
        assertThat(endorsers.faults).isEmpty();
        endorsers.close();
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void signsWithAnyThreeAndGoesOnWhenOneIsDown(SignatureScheme scheme) {
        begin(scheme);
        submit(1, 3);
        assertEndorsed(1, 3);

        down.addAll(signers.getLast().subList(1, 2));
        submit(2, 2);

        assertEndorsed(2, 2);
        assertThat(signers.getLast()).doesNotContainAnyElementsOf(down);
    }

    @Test
    void namesWhoGaveAWrongFrostShareAndSignsWithoutIt() {
        begin(SignatureScheme.FROST_ED25519);
        liars.add(2);
        submit(1, 2);

        assertEndorsed(1, 2);
        assertThat(signers.getFirst()).contains(2);
        assertThat(signers.getLast()).doesNotContain(2);
    }

    @Test
    void findsACommitteeWithoutTheLiarThatNobodyCanName() {
        begin(SignatureScheme.ECDSA_P256);
        liars.add(2);
        submit(1, 1);
        assertEndorsed(1, 1);
        assertThat(signers.getFirst()).as("the first choice").contains(2);
        assertThat(signers.getLast()).doesNotContain(2);
        int before = signers.size();

        submit(2, 1);

        assertEndorsed(2, 1);
        assertThat(signers.subList(before, signers.size()))
                .as("who was with the liar each time is not asked first")
                .hasSize(1)
                .allSatisfy(committee -> assertThat(committee).doesNotContain(2));
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void asksAgainWhatARestartMadeStale(SignatureScheme scheme) {
        begin(scheme);
        submit(1, 1);
        int restarted = signers.getLast().get(1);
        endorsers.stop(restarted);
        endorsers.start(restarted);
        endorsers.node(restarted).signing().open(endorsers.group);

        submit(2, 1);

        assertEndorsed(2, 1);
    }

    @Test
    void goesOnWithOthersWhenCommitmentsDoNotComeAndNobodySaysWhose() {
        begin(SignatureScheme.FROST_ED25519);
        unheard = 1;
        submit(1, 1);
        assertThat(answers).isEmpty();
        nowMillis += 2 * SETTINGS.answerMillisMax();
        on(new GatherEvent.Tick());

        assertEndorsed(1, 1);
        assertThat(signers).hasSize(2).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void goesOnWithOthersWhenPreparingFailsAndNobodyCanBeNamed(SignatureScheme scheme) {
        begin(scheme);
        unnamed = 2;
        submit(1, 1);

        assertEndorsed(1, 1);
        assertThat(signers).hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void givesUpWhenEveryCommitteeSpoilsItAndSaysSo() {
        begin(SignatureScheme.ECDSA_P256);
        liars.addAll(Set.of(2, 3, 4, 5));

        submit(1, 1);

        assertThat(answers.get(1L)).containsOnly(new Outcome.Unavailable());
        assertThat(published).isEmpty();
        assertThat(signers).hasSize(4).doesNotHaveDuplicates();
    }

    // the world

    private void submit(long ticket, int count) {
        List<AcceptedTransaction> transactions = payments.accepted(count);
        on(new GatherEvent.Submitted(ticket, transactions));
        nowMillis += 4;
        on(new GatherEvent.Tick());
    }

    private void assertEndorsed(long ticket, int count) {
        assertThat(answers.get(ticket)).hasSize(count).containsOnly(new Outcome.Endorsed());
        Bundle bundle = Bundle.decode(published.getLast().encode());
        assertThat(bundle.transactions()).hasSize(count);
        assertThat(EndorsementCheck.isEndorsed(bundle, endorsers.network.networkId(), endorsers.configuration))
                .isTrue();
        assertThat(EndorsementCheck.isEndorsed(
                        bundle, endorsers.network.networkId(), endorsers.network.configuration()))
                .as("under another key")
                .isFalse();
    }

    private void on(GatherEvent event) {
        events.add(event);
        while (!events.isEmpty()) {
            gatherer.on(events.remove(), nowMillis).forEach(this::perform);
        }
    }

    private void perform(GatherEffect effect) {
        switch (effect) {
            case GatherEffect.Store(long bundle, var _) -> events.add(new GatherEvent.Stored(bundle, Set.of()));
            case GatherEffect.Propose propose ->
                events.add(
                        down.contains(propose.member())
                                ? new GatherEvent.CheckFailed(propose.proposal(), propose.member(), true)
                                : new GatherEvent.Checked(
                                        propose.proposal(),
                                        propose.member(),
                                        propose.transactions().stream()
                                                .map(_ -> 0)
                                                .toList()));
            case GatherEffect.Prepare prepare -> prepare(prepare);
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
            case GatherEffect.Publish publish -> {
                published.add(publish.bundle());
                events.add(new GatherEvent.Published(publish.number()));
            }
            case GatherEffect.Answer(long ticket, List<Outcome> outcomes) -> answers.put(ticket, outcomes);
            case GatherEffect.Remember _, GatherEffect.SubmitDirectly _, GatherEffect.RememberRefused _ -> {}
        }
    }

    private void prepare(GatherEffect.Prepare prepare) {
        signers.add(prepare.signers());
        if (unheard > 0) {
            unheard--;
            return;
        }
        if (unnamed > 0) {
            unnamed--;
            events.add(new GatherEvent.PrepareFailed(prepare.bundle(), Set.of(), false));
            return;
        }
        try {
            events.add(new GatherEvent.Prepared(
                    prepare.bundle(), endorsers.node(1).preparations().take(prepare.group(), prepare.signers())));
        } catch (Unprepared failed) {
            events.add(new GatherEvent.PrepareFailed(prepare.bundle(), failed.members(), failed.isUnreachable()));
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private void share(GatherEffect.AskShare ask) {
        byte[] message = ask.order().message(endorsers.network.networkId());
        ShareAnswer answer = endorsers
                .node(ask.member())
                .signing()
                .sign(endorsers.group, 1, message, ask.order().preparations());
        switch (answer) {
            case ShareAnswer.Given(int _, Bytes share) ->
                events.add(new GatherEvent.ShareGiven(
                        ask.bundle(), ask.member(), liars.contains(ask.member()) ? wrong(share) : share));
            case ShareAnswer.Stale() -> {
                endorsers.node(1).preparations().forget(endorsers.group.namespace(), 1, ask.member());
                events.add(new GatherEvent.ShareStale(ask.bundle(), ask.member()));
            }
            case ShareAnswer.Declined _ -> events.add(new GatherEvent.ShareFailed(ask.bundle(), ask.member(), false));
        }
    }

    private static Bytes wrong(Bytes share) {
        byte[] bytes = share.toArray();
        bytes[3] ^= 1;
        return Bytes.of(bytes);
    }
}
