package io.florin.endorser.signing.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.ecdsa.Presignature;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.PresigningBatch.Difference;
import io.florin.endorser.signing.PresigningBatch.Next;
import io.florin.endorser.signing.PresigningPlan;
import io.florin.endorser.signing.SignedStep;
import io.florin.endorser.signing.adapter.PresigningPeer.Question;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.Failure;
import io.florin.runtime.api.EndorserSigningApi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.util.ReflectionTestUtils;

/// Five endorsers make presignatures for the first, over messages that the first passes on.
class PresigningTest {

    static final List<Integer> COMMITTEE = List.of(1, 2, 3);

    @TempDir
    private Path directory;

    private SigningEndorsers endorsers() {
        return new SigningEndorsers(SignatureScheme.ECDSA_P256, 5, 3, directory);
    }

    private static void open(SigningEndorsers endorsers) {
        for (int index = 2; index <= 5; index++) {
            endorsers.node(index).signing().open(endorsers.group);
        }
    }

    @Test
    void suppliesCommitteesThatShareOutTheOthersUnasked() {
        try (var endorsers = endorsers()) {
            open(endorsers);
            Set<Set<Integer>> supplied = ConcurrentHashMap.newKeySet();
            endorsers.node(1).preparations().start((_, _, committees) -> supplied.addAll(committees));

            await().atMost(Duration.ofMinutes(3))
                    .untilAsserted(
                            () -> assertThat(supplied).containsExactlyInAnyOrder(Set.of(1, 2, 3), Set.of(1, 4, 5)));
            assertThat(endorsers.faults).isEmpty();
        }
    }

    @Test
    void namesWhoIsDownAndMakesThemWithTheOthers() throws Exception {
        try (var endorsers = endorsers()) {
            open(endorsers);
            endorsers.down.add(2);
            endorsers.node(1).preparations().start((_, _, _) -> {});

            assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, COMMITTEE))
                    .isInstanceOfSatisfying(Unprepared.class, failure -> {
                        assertThat(failure.members()).containsExactly(2);
                        assertThat(failure.isUnreachable()).isTrue();
                    });
            assertThat(endorsers.node(1).preparations().take(endorsers.group, List.of(1, 3, 5)))
                    .containsOnlyKeys(1, 3, 5);
        }
    }

    @Test
    void namesADealerWhoseBoxesAreWrongByEverybodysSeeds() {
        try (var endorsers = endorsers()) {
            open(endorsers);
            var liar = new Liar(endorsers);
            endorsers.questions = liar::question;
            endorsers.answers = liar::answer;
            endorsers.node(1).preparations().start((_, _, _) -> {});

            assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, COMMITTEE))
                    .isInstanceOfSatisfying(
                            Unprepared.class,
                            failure -> assertThat(failure.members()).containsExactly(2))
                    .hasMessageContaining("broke the protocol");
        }
    }

    /// Member 2 deals a wrong box, and in everything else says what it should: its own machine is shown a world in
    /// which it dealt well.
    private static final class Liar {
        private final SigningEndorsers endorsers;
        private final Map<Integer, SignedStep> meant = new HashMap<>();
        private List<SignedStep> shown = List.of();

        Liar(SigningEndorsers endorsers) {
            this.endorsers = endorsers;
        }

        synchronized Question question(int member, Question question) {
            if (member != 2) {
                return question;
            }
            shown = question.said();
            List<SignedStep> world = new ArrayList<>();
            for (SignedStep each : question.said()) {
                SignedStep own = Objects.requireNonNull(meant.get(each.step()));
                world.add(
                        each.sender() == 2
                                ? own
                                : SignedStep.signed(
                                        each.session(),
                                        each.step(),
                                        each.sender(),
                                        own.chain(),
                                        own.seen(),
                                        each.payload(),
                                        endorsers.identity(each.sender())));
            }
            return new Question(question.plan(), world);
        }

        synchronized SignedStep answer(int member, SignedStep answer) {
            if (member != 2) {
                return answer;
            }
            meant.put(answer.step(), answer);
            if (answer.step() == 1) {
                meant.keySet().removeIf(step -> step > 1);
                return answer;
            }
            SignedStep before = shown.getFirst();
            return SignedStep.signed(
                    answer.session(),
                    answer.step(),
                    2,
                    PresigningBatch.chained(before.chain(), before.seen()),
                    shown.stream()
                            .map(each -> new SignedStep.Seen(each.sender(), each.hash()))
                            .toList(),
                    answer.step() == 2 ? flipped(answer.payload()) : answer.payload(),
                    endorsers.identity(2));
        }
    }

    @Test
    void twoMessagesOfOnePlaceAreFoundBeforeAnythingIsUsedAndKeptAsEvidence() throws Exception {
        try (var endorsers = endorsers()) {
            open(endorsers);
            endorsers.questions = (member, question) -> member == 3 ? withOtherJoinOf2(endorsers, question) : question;
            endorsers.node(1).preparations().start((_, _, _) -> {});

            assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, COMMITTEE))
                    .isInstanceOf(Unprepared.class)
                    .hasMessageContaining("different messages");
            Path evidence = directory.resolve("endorser-1/evidence");
            await().atMost(Duration.ofMinutes(3))
                    .until(() -> Files.isDirectory(evidence) && !list(evidence).isEmpty());
            assertThat(list(evidence).getFirst().getFileName().toString()).endsWith("-1-2.bin");
            assertThat(endorsers.node(3).signing().refusing()).isZero();
        }
    }

    private static List<Path> list(Path directory) throws Exception {
        try (var files = Files.list(directory)) {
            return files.toList();
        }
    }

    /// The maker and member 2 work together: member 3 is shown another key of member 2's.
    private static Question withOtherJoinOf2(SigningEndorsers endorsers, Question question) {
        List<SignedStep> shown = new ArrayList<>();
        for (SignedStep each : question.said()) {
            shown.add(
                    each.sender() == 2 && each.step() == 1
                            ? signedAnew(
                                    endorsers,
                                    each,
                                    Bytes.of(new CanonicalWriter()
                                            .fixed(Ed25519.fromSeed(new byte[32])
                                                    .publicKey())
                                            .u63(1)
                                            .toByteArray()))
                            : each);
        }
        return new Question(question.plan(), shown);
    }

    private static SignedStep signedAnew(SigningEndorsers endorsers, SignedStep step, Bytes payload) {
        return SignedStep.signed(
                step.session(),
                step.step(),
                step.sender(),
                step.chain(),
                step.seen(),
                payload,
                endorsers.identity(step.sender()));
    }

    private static Bytes flipped(Bytes payload) {
        byte[] bytes = payload.toArray();
        bytes[bytes.length - 1] ^= 1;
        return Bytes.of(bytes);
    }

    @Test
    void keepsAFewProofsOfASenderAndNoMoreThanTheDiskBears() throws Exception {
        try (var endorsers = endorsers();
                ExecutorService direct = new DirectExecutor()) {
            SortedMap<Integer, Bytes32> identities = identities(endorsers);
            List<SignedStep> others = new ArrayList<>();
            var reporter = new OnlyCounted(() -> others.getLast().encode());
            var peers = new SigningPeers(Map.of(3, reporter), Map.of());
            var few = new PresigningEvidence(peers, directory.resolve("few"), 1 << 20, direct);
            var small = new PresigningEvidence(peers, directory.resolve("small"), 1_000, direct);
            for (int number = 1; number <= 6; number++) {
                PresigningPlan plan = plan(endorsers, 1, number, 1);
                others.add(join(endorsers, plan, 1));
                for (PresigningEvidence evidence : List.of(few, small)) {
                    evidence.counted(plan, 1, List.of(join(endorsers, plan, 2)), identities);
                    evidence.gather(plan, new Difference(3, 1, new TreeSet<>(Set.of(2))), identities);
                }
            }
            assertThat(list(directory.resolve("few/evidence"))).hasSize(4);
            assertThat(list(directory.resolve("small/evidence"))).hasSizeBetween(1, 3);
        }
    }

    @Test
    void whatNobodySignedIsNotCounted() {
        try (var endorsers = endorsers()) {
            open(endorsers);
            SigningPreparation second = endorsers.node(2).preparations();
            PresigningPlan plan = plan(endorsers, 1, 5, 1);
            byte[] own = second.presign(1, new Question(plan, List.of()));
            SignedStep signed = join(endorsers, plan, 1);
            var unsigned = new SignedStep(
                    signed.session(), 1, 3, signed.chain(), signed.seen(), signed.payload(), signed.signature());

            assertThatThrownBy(() -> second.presign(1, new Question(plan, List.of(unsigned, SignedStep.decode(own)))))
                    .isInstanceOf(Failure.class);
            assertThat(second.counted(plan.session(), 1, 3)).isEmpty();
            assertThat(second.counted(plan.session(), 1, 2)).isPresent();
        }
    }

    /// Member 2 joins.
    private static SignedStep join(SigningEndorsers endorsers, PresigningPlan plan, int variant) {
        return SignedStep.signed(
                plan.session(),
                1,
                2,
                plan.session(),
                List.of(),
                Bytes.of(new byte[] {(byte) variant}),
                endorsers.identity(2));
    }

    static SortedMap<Integer, Bytes32> identities(SigningEndorsers endorsers) {
        SortedMap<Integer, Bytes32> identities = new TreeMap<>();
        for (int index = 1; index <= 5; index++) {
            identities.put(index, endorsers.identity(index).publicKey());
        }
        return identities;
    }

    /// Does at once what it is given.
    private static final class DirectExecutor extends AbstractExecutorService {
        @Override
        public void execute(Runnable work) {
            work.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return true;
        }

        @Override
        public boolean isTerminated() {
            return true;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    /// A peer that says only what it was shown.
    private record OnlyCounted(Supplier<byte[]> shown) implements EndorserSigningApi {
        @Override
        public Prepared prepare(PreparationRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SignerState signer(int namespace, long keyEpoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] presign(byte[] step) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] counted(String session, int step, int sender) {
            return shown.get();
        }
    }

    @Test
    void messagesThatNobodySignedEndIt() {
        try (var endorsers = endorsers()) {
            open(endorsers);
            endorsers.answers = (member, answer) -> member == 3 && answer.step() == 2
                    ? new SignedStep(
                            answer.session(),
                            answer.step(),
                            answer.sender(),
                            answer.chain(),
                            answer.seen(),
                            flipped(answer.payload()),
                            answer.signature())
                    : answer;
            endorsers.node(1).preparations().start((_, _, _) -> {});

            assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, COMMITTEE))
                    .isInstanceOfSatisfying(
                            Unprepared.class,
                            failure -> assertThat(failure.members()).containsExactly(3));
        }
    }

    @Test
    void whoSaysToHaveBeenShownSomethingElseIsLeftOut() throws Exception {
        try (var endorsers = endorsers()) {
            open(endorsers);
            endorsers.answers = (member, answer) -> member == 3 && answer.step() == 2
                    ? SignedStep.signed(
                            answer.session(),
                            answer.step(),
                            answer.sender(),
                            answer.session(),
                            answer.seen(),
                            answer.payload(),
                            endorsers.identity(3))
                    : answer;
            endorsers.node(1).preparations().start((_, _, _) -> {});

            assertLeftOut(endorsers, 3, "different messages");
        }
    }

    @Test
    void whoFallsSilentWithinABatchIsLeftOut() throws Exception {
        try (var endorsers = endorsers()) {
            open(endorsers);
            endorsers.mute.add(3);
            endorsers.node(1).preparations().start((_, _, _) -> {});

            assertLeftOut(endorsers, 3, "said nothing");
        }
    }

    private static void assertLeftOut(SigningEndorsers endorsers, int member, String why) throws Exception {
        assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, COMMITTEE))
                .isInstanceOfSatisfying(
                        Unprepared.class,
                        failure -> assertThat(failure.members()).containsExactly(member))
                .hasMessageContaining(why);
        assertThat(endorsers.node(1).preparations().take(endorsers.group, List.of(1, 2, 4)))
                .containsOnlyKeys(1, 2, 4);
        assertThat(endorsers.faults).isEmpty();
    }

    @Test
    void whoHangsWithinABatchDoesNotKeepTheMakerForEver() throws Exception {
        try (var endorsers = endorsers()) {
            open(endorsers);
            endorsers.prepareWithin = Duration.ofSeconds(1);
            endorsers.stop(1);
            endorsers.start(1);
            endorsers.questions = (member, question) -> {
                if (member == 2) {
                    endorsers.hung.add(2);
                }
                return question;
            };
            endorsers.node(1).preparations().start((_, _, _) -> {});

            await().atMost(Duration.ofMinutes(3))
                    .until(() -> endorsers.node(1).preparations().presignaturesReady() >= 4);
            assertThat(endorsers.hung).containsExactly(2);
            assertThat(endorsers.faults).isEmpty();
        }
    }

    @Test
    void aLostRecordOfTheKeyIsItsOwnersTrouble() {
        try (var endorsers = endorsers()) {
            endorsers.unnamed.add(1);
            endorsers.stop(1);
            endorsers.start(1);
            open(endorsers);
            endorsers.node(1).preparations().start((_, _, _) -> {});

            assertThatThrownBy(() -> endorsers.node(1).preparations().take(endorsers.group, COMMITTEE))
                    .isInstanceOfSatisfying(
                            Unprepared.class,
                            failure -> assertThat(failure.members()).containsExactly(1));
            assertThat(endorsers.faults).isEmpty();
        }
    }

    @Test
    void aMessageOfABatchFitsWhateverTheCommittee() {
        assertThat(PresigningPlan.countMax(3)).isEqualTo(PresigningPlan.COUNT_MAX);
        assertThat(PresigningPlan.countMax(5)).isEqualTo(PresigningPlan.COUNT_MAX);
        assertThat(PresigningPlan.countMax(7)).isEqualTo(52);
        assertThat(PresigningPlan.countMax(63)).isEqualTo(5);
    }

    @Test
    void takesPartOnlyInPlansOfTheirMakerForItsPresentEpochAndOnlyOnce() {
        try (var endorsers = endorsers()) {
            open(endorsers);
            SigningPreparation second = endorsers.node(2).preparations();
            PresigningPlan plan = plan(endorsers, 1, 5, 1);

            byte[] join = second.presign(1, new Question(plan, List.of()));
            assertThat(SignedStep.decode(join).isSignedBy(endorsers.identity(2).publicKey()))
                    .isTrue();
            assertThat(second.presign(1, new Question(plan, List.of())))
                    .as("asked again")
                    .isEqualTo(join);
            refuses(second, 3, plan);
            refuses(second, 1, plan(endorsers, 1, 4, 1));
            refuses(second, 1, plan(endorsers, 1, 6, 2));
            assertThat(second.presign(1, new Question(plan(endorsers, 1, 6, 1), List.of())))
                    .isNotEqualTo(join);
            assertThatThrownBy(() -> second.presign(1, new Question(plan, List.of(SignedStep.decode(join)))))
                    .as("a plan that another has ended")
                    .isInstanceOf(Failure.class);
        }
    }

    private static void refuses(SigningPreparation desk, int maker, PresigningPlan plan) {
        assertThatThrownBy(() -> desk.presign(maker, new Question(plan, List.of())))
                .isInstanceOf(Failure.class);
    }

    static PresigningPlan plan(SigningEndorsers endorsers, int maker, long number, long epochOf2) {
        return new PresigningPlan(
                endorsers.network.networkId(),
                endorsers.group.namespace(),
                1,
                maker,
                number,
                2,
                new TreeMap<>(Map.of(1, 1L, 2, epochOf2, 3, 1L)));
    }

    /// The third member hands its own to a desk of the fourth, which is not in the committee, or under another epoch.
    @Test
    void whatADeskCannotKeepIsErased() throws Exception {
        try (var endorsers = endorsers()) {
            open(endorsers);
            List<Presignature> strange = made(endorsers, plan(endorsers, 1, 5, 1));
            assertThat(strange).hasSize(2).noneMatch(PresigningTest::isErased);
            assertThatThrownBy(() -> endorsers.node(4).signing().keep(endorsers.group, 1, 1, strange))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(strange).allMatch(PresigningTest::isErased);

            List<Presignature> late = made(endorsers, plan(endorsers, 1, 6, 1));
            assertThatThrownBy(() -> endorsers.node(3).signing().keep(endorsers.group, 1, 2, late))
                    .isInstanceOf(Failure.class);
            assertThat(late).allMatch(PresigningTest::isErased);

            List<Presignature> good = made(endorsers, plan(endorsers, 1, 7, 1));
            endorsers.node(3).signing().keep(endorsers.group, 1, 1, good);
            assertThat(good).noneMatch(PresigningTest::isErased);

            endorsers.node(3).signing().keepOnly((_, _) -> true);
            assertThat(good).noneMatch(PresigningTest::isErased);
            endorsers.node(3).signing().keepOnly((_, _) -> false);
            assertThat(good).as("the key ended").allMatch(PresigningTest::isErased);
            assertThat(endorsers.node(3).signing().epoch(endorsers.group)).isEmpty();
        }
    }

    /// What members 1 to 3 make by themselves: member 3's.
    private static List<Presignature> made(SigningEndorsers endorsers, PresigningPlan plan) {
        List<PresigningBatch> batches = new ArrayList<>();
        List<SignedStep> said = new ArrayList<>();
        for (int member : COMMITTEE) {
            var self = new PresigningBatch.Member(member, endorsers.identity(member));
            batches.add(new PresigningBatch(plan, self, identities(endorsers), new Random(member)));
            said.add(batches.getLast().start());
        }
        while (true) {
            List<SignedStep> everybody = List.copyOf(said);
            said.clear();
            List<Presignature> made = List.of();
            for (PresigningBatch batch : batches) {
                switch (batch.take(everybody)) {
                    case Next.Say(SignedStep message) -> said.add(message);
                    case Next.Finished(List<Presignature> presignatures) -> made = presignatures;
                    case Next.Broken broken -> throw new AssertionError(broken);
                }
            }
            if (said.isEmpty()) {
                return made;
            }
        }
    }

    static boolean isErased(Presignature presignature) {
        return List.of("inverseShare", "maskShare").stream()
                .allMatch(name -> ((FieldElement) secret(presignature, name)).isZero());
    }

    static Object secret(Object holder, String name) {
        return Objects.requireNonNull(ReflectionTestUtils.getField(holder, name));
    }

    /// The second endorser has joined and is in the middle of a plan; closing its desk leaves nothing of it.
    @Test
    void closingErasesWhatIsUnderWay() {
        try (var endorsers = endorsers()) {
            open(endorsers);
            SigningPreparation second = endorsers.node(2).preparations();
            PresigningPlan plan = plan(endorsers, 1, 5, 1);
            assertThat(second.presign(1, new Question(plan, List.of()))).isNotEmpty();
            var turns = (Map<?, ?>) secret(secret(second, "presigning"), "turns");
            var batch = (PresigningBatch) secret(turns.values().iterator().next(), "batch");
            assertThat(batch.isOver()).isFalse();

            second.close();

            assertThat(batch.isOver()).isTrue();
            assertThat(secret(secret(batch, "sealKey"), "closed")).isEqualTo(true);
            assertThat(turns).isEmpty();
            assertThatThrownBy(() -> second.presign(1, new Question(plan, List.of())))
                    .isInstanceOf(Failure.class);
        }
    }

    @Test
    void plansAndQuestionsHaveOneEncoding() {
        try (var endorsers = endorsers()) {
            PresigningPlan plan = plan(endorsers, 1, 5, 1);
            assertThat(PresigningPlan.decode(plan.encode())).isEqualTo(plan);
            assertThat(plan.session()).isNotEqualTo(plan(endorsers, 1, 6, 1).session());
            var question = new Question(plan, List.of());
            assertThat(Question.decode(question.encode())).isEqualTo(question);
            byte[] longer = java.util.Arrays.copyOf(plan.encode(), plan.encode().length + 1);
            assertThatThrownBy(() -> PresigningPlan.decode(longer)).isInstanceOf(DecodeException.class);
        }
    }
}
