package io.florin.endorser.gather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.endorser.TestPayments;
import io.florin.endorser.directory.RegistrationFollower;
import io.florin.endorser.endorse.Endorser;
import io.florin.endorser.endorse.EndorsingContext;
import io.florin.endorser.endorse.RulesRegistry;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.Moment;
import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.protocol.ShareAnswer;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.endorser.signing.adapter.SigningEndorsers;
import io.florin.identity.EndorsingKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.TestGroup;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Endorser 1 of five gathers signatures of schemes with one-time secrets, three sign; the signing is real.
@SuppressWarnings("NullAway.Init")
class SchemeGatheringTest {

    private static final GatherSettings SETTINGS =
            new GatherSettings(256, 4, 20, 4, 2_000, 4_000, 100, 500, 1_000, 8_000);

    private static final Duration PATIENCE = Patience.LIMIT;
    private static final Duration POLL = Duration.ofMillis(20);

    @TempDir
    private Path directory;

    private SigningEndorsers endorsers;
    private EndorsementGatherer gatherer;
    private ShareCombiner combiner;
    private TestPayments payments;
    private NetworkConfiguration inForce;

    private final Set<Integer> down = new HashSet<>();
    private final Set<Integer> liars = new HashSet<>();
    private final Map<Long, List<SubmissionOutcome>> answers = new TreeMap<>();
    private final List<Bundle> published = new ArrayList<>();
    private final List<List<Integer>> signers = new ArrayList<>();
    private final Deque<GatherEvent> events = new ArrayDeque<>();
    private final Map<TransactionId, AcceptedTransaction> accepted = new HashMap<>();
    private final Set<Integer> withOtherShares = new TreeSet<>();
    private final Set<Integer> accused = new TreeSet<>();
    private int unheard;
    private int unnamed;
    private long nowMillis = 1_000_000;

    private void begin(SignatureScheme scheme) {
        begin(new SigningEndorsers(scheme, 5, 3, directory));
    }

    /// What the gatherer was preparing with those who are started again is given up soon.
    private void beginImpatient(SignatureScheme scheme) {
        begin(new SigningEndorsers(scheme, 5, 3, directory, Duration.ofSeconds(2)));
    }

    private void begin(SigningEndorsers made) {
        endorsers = made;
        inForce = endorsers.configuration;
        open(1, 2, 3, 4, 5);
        gatherer = new EndorsementGatherer(
                1,
                inForce,
                SETTINGS,
                new KeysHeld() {
                    @Override
                    public boolean holdsShareOf(EndorserGroup configured) {
                        return endorsers.held(1, configured).isPresent();
                    }

                    @Override
                    public EndorserGroup inUse(EndorserGroup configured) {
                        return SchemeGatheringTest.this.inUse(1, configured);
                    }
                },
                new Random(1));
        combiner = new ShareCombiner(endorsers.network.networkId());
        payments = new TestPayments(endorsers.network.genesis(), 11);
    }

    /// The gatherer begins to prepare when the others are there.
    private void open(int... indexes) {
        for (int index : indexes) {
            inForce.endorserGroups().forEach(endorsers.node(index).signing()::open);
        }
        if (IntStream.of(indexes).anyMatch(index -> index == 1)) {
            endorsers.node(1).preparations().start((_, _, _) -> {});
        }
    }

    private void restart(int... indexes) {
        endorsers.restart(indexes);
        open(indexes);
    }

    private EndorserGroup inUse(int index, EndorserGroup configured) {
        return endorsers.held(index, configured).map(EndorsingKey::group).orElse(configured);
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
        restart(restarted);

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

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Unavailable());
        assertThat(published).isEmpty();
        assertThat(signers).hasSize(4).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void signsWithTheNewSharesOfARefreshedKey(SignatureScheme scheme) {
        begin(scheme);
        submit(1, 1);
        byte[] message = {1, 2, 3};
        SortedMap<Integer, Bytes> preparedBefore = prepared(List.of(1, 2, 3));
        endorsers.refresh();
        restart(1, 2, 3, 4, 5);
        assertThat(inUse(1, endorsers.group).verificationKeys())
                .hasSize(5)
                .doesNotContainAnyElementsOf(endorsers.group.verificationKeys());
        assertThat(endorsers.shares(1, message, preparedBefore).values())
                .as("what was prepared before serves nobody")
                .hasSize(3)
                .containsOnly(new ShareAnswer.Stale());
        signers.clear();

        submit(2, 2);

        assertEndorsed(2, 2);
        assertThat(signers).as("at the first attempt").hasSize(1);
        assertThat(withOtherShares).isEmpty();
    }

    /// It is told which it is, accused of nothing, and left out for a while.
    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void goesOnWithoutWhoWasNotRestartedSinceARefresh(SignatureScheme scheme) {
        begin(scheme);
        endorsers.refresh();
        restart(1, 3, 4, 5);
        submit(1, 1);

        assertEndorsed(1, 1);
        assertThat(signers.getFirst()).as("the first choice").contains(2);
        assertThat(signers).as("and the second").hasSize(2);
        assertThat(signers.getLast()).doesNotContain(2);
        assertThat(withOtherShares).containsExactly(2);
        submit(2, 1);
        assertEndorsed(2, 1);
        assertThat(signers).hasSize(3);

        restart(2);
        down.addAll(List.of(3, 4));
        submitUntil(() -> published.size() == 3);
        assertThat(signers.getLast()).containsExactly(1, 2, 5);
        assertThat(withOtherShares).containsExactly(2);
        assertThat(accused).isEmpty();
    }

    /// A committee of shares of both kinds would make signatures that are worth nothing, and with ECDSA accuse nobody.
    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void spoilsNothingWhenItWasNotRestartedItselfSinceARefresh(SignatureScheme scheme) {
        beginImpatient(scheme);
        endorsers.refresh();
        restart(2, 3, 4, 5);
        submitUntil(() -> withOtherShares.size() >= 2);

        assertThat(answers.values())
                .allSatisfy(each -> assertThat(each).containsOnly(new SubmissionOutcome.Unavailable()));
        assertThat(withOtherShares).doesNotContain(1);
        assertThat(accused).isEmpty();
        assertThat(published).isEmpty();

        restart(1);
        submitUntilEndorsed();
    }

    @ParameterizedTest
    @EnumSource(names = "BLS_G1", mode = EnumSource.Mode.EXCLUDE)
    void signsByTheNewKeyWhenItHasItAndWhatTheOldOneSignedCounts(SignatureScheme scheme) {
        beginImpatient(scheme);
        EndorserGroup old = endorsers.group;
        EndorserGroup next = endorsers.rekey();
        inForce = endorsers.ledger.now().configuration();
        restart(2, 3, 4, 5);
        on(new GatherEvent.LedgerMoved(inForce, 11));
        submitUntil(() -> published.size() == 1);
        Bundle byOld = published.getLast();

        restart(1);
        submitUntilEndorsed();
        Bundle byNew = published.getLast();

        assertThat(List.of(byOld.keyEpoch(), byNew.keyEpoch())).containsExactly(1L, 2L);
        assertThat(List.of(counts(byOld, old, next), counts(byOld, old), counts(byOld, next)))
                .containsExactly(true, true, false);
        assertThat(List.of(counts(byNew, old, next), counts(byNew, next), counts(byNew, old)))
                .containsExactly(true, true, false);
    }

    // the world

    private boolean counts(Bundle bundle, EndorserGroup... groups) {
        return EndorsementCheck.isEndorsed(
                bundle, endorsers.network.networkId(), TestGroup.configurationWith(endorsers.configuration, groups));
    }

    private SortedMap<Integer, Bytes> prepared(List<Integer> committee) {
        try {
            return endorsers.node(1).preparations().take(endorsers.group, committee);
        } catch (Unprepared | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private void submit(long ticket, int count) {
        List<AcceptedTransaction> transactions = payments.accepted(count);
        transactions.forEach(each -> accepted.put(each.id(), each));
        on(new GatherEvent.Submitted(ticket, transactions));
        nowMillis += 4;
        on(new GatherEvent.Tick());
    }

    /// Whoever was asked for presignatures while it started again is left out for a moment.
    private void submitUntil(BooleanSupplier done) {
        long[] ticket = {100};
        await().atMost(PATIENCE).pollInterval(POLL).pollInSameThread().until(() -> {
            nowMillis += SETTINGS.suspectMillis();
            submit(ticket[0]++, 1);
            return done.getAsBoolean();
        });
    }

    /// On a slow machine what is prepared impatiently may take a second try.
    private void submitUntilEndorsed() {
        int before = published.size();
        submitUntil(() -> published.size() > before);
        assertEndorsed(1);
    }

    private void assertEndorsed(long ticket, int count) {
        assertThat(answers.get(ticket)).hasSize(count).containsOnly(new SubmissionOutcome.Endorsed());
        assertEndorsed(count);
    }

    private void assertEndorsed(int count) {
        Bundle bundle = Bundle.decode(published.getLast().encode());
        assertThat(bundle.transactions()).hasSize(count);
        assertThat(EndorsementCheck.isEndorsed(bundle, endorsers.network.networkId(), inForce))
                .isTrue();
        assertThat(EndorsementCheck.isEndorsed(
                        bundle, endorsers.network.networkId(), endorsers.network.configuration()))
                .as("under another key")
                .isFalse();
    }

    private void on(GatherEvent event) {
        events.add(event);
        while (!events.isEmpty()) {
            gatherer.on(events.remove(), Moment.of(nowMillis)).forEach(this::perform);
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
                            case GroupKey.Combined.Blamed(var members) -> {
                                accused.addAll(members);
                                yield new GatherEvent.BadShares(combine.bundle(), members);
                            }
                            case GroupKey.Combined.Spoiled(var suspects) -> {
                                accused.addAll(suspects);
                                yield new GatherEvent.Spoiled(combine.bundle(), suspects);
                            }
                        });
            case GatherEffect.Publish publish -> {
                published.add(publish.bundle());
                events.add(new GatherEvent.Published(publish.number()));
            }
            case GatherEffect.Answer(long ticket, List<SubmissionOutcome> outcomes) -> answers.put(ticket, outcomes);
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

    /// As its service answers an order that the gatherer sends.
    private ShareAnswer answer(int member, ShareOrder order) {
        var endorser = new Endorser(new RulesRegistry(List.of()), configured -> inUse(member, configured));
        var context =
                new EndorsingContext(endorsers.network.networkId(), new LedgerPosition(inForce, 10), enrollments());
        List<AcceptedTransaction> rebuilt = order.ids().stream()
                .map(id -> Optional.ofNullable(accepted.get(id)).orElseThrow())
                .toList();
        return switch (endorser.consent(order, rebuilt, context)) {
            case Endorser.Consent.Given(EndorserGroup group, byte[] message) ->
                endorsers.node(member).signing().sign(group, 1, message, order.preparations());
            case Endorser.Consent.OtherShares() -> new ShareAnswer.OtherShares();
            case Endorser.Consent.Withheld(String reason) -> throw new AssertionError(reason);
        };
    }

    private RegistrationFollower enrollments() {
        return new RegistrationFollower(
                endorsers.network.networkId(), endorsers.network.registration().publicKey(), 10_000, 500);
    }

    private void share(GatherEffect.AskShare ask) {
        switch (answer(ask.member(), ask.order())) {
            case ShareAnswer.Given(int _, Bytes share) ->
                events.add(new GatherEvent.ShareGiven(
                        ask.bundle(), ask.member(), liars.contains(ask.member()) ? wrong(share) : share));
            case ShareAnswer.Stale() -> {
                endorsers.node(1).preparations().forget(endorsers.group.namespace(), 1, ask.member());
                events.add(new GatherEvent.ShareStale(ask.bundle(), ask.member()));
            }
            case ShareAnswer.OtherShares() -> {
                withOtherShares.add(ask.member());
                events.add(new GatherEvent.ShareFailed(ask.bundle(), ask.member(), true));
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
