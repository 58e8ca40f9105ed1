package io.florin.endorser.signing.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.signing.PresigningPlan;
import io.florin.endorser.signing.SignedStep;
import io.florin.endorser.signing.adapter.PresigningPeer.Question;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.Failure;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/// Five endorsers make presignatures for the first, over messages that the first passes on.
class PresigningTest extends PresigningScenes {

    @Test
    void suppliesCommitteesThatShareOutTheOthersUnasked() {
        try (var endorsers = endorsers()) {
            open(endorsers);
            Set<Set<Integer>> supplied = ConcurrentHashMap.newKeySet();
            endorsers.node(1).preparations().start((_, _, committees) -> supplied.addAll(committees));

            await().atMost(Patience.LIMIT)
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

    @Test
    void whoFallsSilentWithinABatchIsLeftOut() throws Exception {
        try (var endorsers = endorsers()) {
            open(endorsers);
            endorsers.mute.add(3);
            endorsers.node(1).preparations().start((_, _, _) -> {});

            assertLeftOut(endorsers, 3, "said nothing");
        }
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

            await().atMost(Patience.LIMIT)
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
