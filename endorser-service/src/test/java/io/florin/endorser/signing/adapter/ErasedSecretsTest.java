package io.florin.endorser.signing.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.ecdsa.Presignature;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.PresigningPlan;
import io.florin.endorser.signing.adapter.PresigningPeer.Question;
import io.florin.runtime.Failure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Secrets of presigning end where nobody can keep them.
class ErasedSecretsTest extends PresigningScenes {

    /// The third member hands its own to a service of the fourth, which is not in the committee, or under another
    /// epoch.
    @Test
    void closingErasesUnkeptSecrets() throws Exception {
        try (var endorsers = endorsers()) {
            open(endorsers);
            List<Presignature> strange = made(endorsers, plan(endorsers, 1, 5, 1));
            assertThat(strange).hasSize(2).noneMatch(PresigningScenes::isErased);
            assertThatThrownBy(() -> endorsers.node(4).signing().keep(endorsers.group, 1, 1, strange))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(strange).allMatch(PresigningScenes::isErased);

            List<Presignature> late = made(endorsers, plan(endorsers, 1, 6, 1));
            assertThatThrownBy(() -> endorsers.node(3).signing().keep(endorsers.group, 1, 2, late))
                    .isInstanceOf(Failure.class);
            assertThat(late).allMatch(PresigningScenes::isErased);

            List<Presignature> good = made(endorsers, plan(endorsers, 1, 7, 1));
            endorsers.node(3).signing().keep(endorsers.group, 1, 1, good);
            assertThat(good).noneMatch(PresigningScenes::isErased);

            endorsers.node(3).signing().keepOnly((_, _) -> true);
            assertThat(good).noneMatch(PresigningScenes::isErased);
            endorsers.node(3).signing().keepOnly((_, _) -> false);
            assertThat(good).as("the key ended").allMatch(PresigningScenes::isErased);
            assertThat(endorsers.node(3).signing().epoch(endorsers.group)).isEmpty();
        }
    }

    /// The second endorser has joined and is in the middle of a plan; closing its service leaves nothing of it.
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
}
