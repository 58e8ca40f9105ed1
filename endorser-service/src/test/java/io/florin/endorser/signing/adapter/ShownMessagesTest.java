package io.florin.endorser.signing.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes32;
import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.signing.PresigningBatch.Difference;
import io.florin.endorser.signing.PresigningPlan;
import io.florin.endorser.signing.SignedStep;
import io.florin.endorser.signing.adapter.PresigningPeer.Question;
import io.florin.runtime.Failure;
import io.florin.testkit.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;

/// Messages that members were shown are compared before anything is used, and kept where they prove a lie.
class ShownMessagesTest extends PresigningScenes {

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
            await().atMost(Patience.LIMIT)
                    .until(() -> Files.isDirectory(evidence) && !list(evidence).isEmpty());
            assertThat(list(evidence).getFirst().getFileName().toString()).endsWith("-1-2.bin");
            assertThat(endorsers.node(3).signing().refusing()).isZero();
        }
    }

    @Test
    void keepsAFewProofsOfASenderAndNoMoreThanTheDiskBears() throws Exception {
        try (var endorsers = endorsers();
                ExecutorService direct = new DirectExecutor()) {
            SortedMap<Integer, Bytes32> identities = identities(endorsers);
            List<SignedStep> others = new ArrayList<>();
            var reporter = new OnlyCounted(() -> others.getLast().encode());
            var peers = new SigningPeers(Map.of(3, reporter), Map.of());
            var few = new ShownMessages(peers, directory.resolve("few"), 1 << 20, direct);
            var small = new ShownMessages(peers, directory.resolve("small"), 1_000, direct);
            for (int number = 1; number <= 6; number++) {
                PresigningPlan plan = plan(endorsers, 1, number, 1);
                others.add(join(endorsers, plan, 1));
                for (ShownMessages evidence : List.of(few, small)) {
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
}
