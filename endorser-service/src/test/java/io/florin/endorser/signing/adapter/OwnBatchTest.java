package io.florin.endorser.signing.adapter;

import static io.florin.endorser.signing.adapter.PresigningScenes.COMMITTEE;
import static io.florin.endorser.signing.adapter.PresigningScenes.identities;
import static io.florin.endorser.signing.adapter.PresigningScenes.isErased;
import static io.florin.endorser.signing.adapter.PresigningScenes.plan;
import static io.florin.endorser.signing.adapter.PresigningScenes.secret;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.ecdsa.Presignature;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.PresigningBatch.Next;
import io.florin.endorser.signing.PresigningPlan;
import io.florin.endorser.signing.SignedStep;
import io.florin.runtime.Failure;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A batch that is given up leaves nothing, whatever its thread does at that moment.
class OwnBatchTest {

    @TempDir
    private Path directory;

    private SigningEndorsers endorsers() {
        return new SigningEndorsers(SignatureScheme.ECDSA_P256, 5, 3, directory);
    }

    /// The maker gives up while its own side computes: closing waits for that step, and nothing of it is left.
    @Test
    void aBatchThatIsGivenUpWhileItComputesIsErased() throws Exception {
        try (var endorsers = endorsers()) {
            PresigningPlan plan = plan(endorsers, 1, 5, 1);
            var computing = new CountDownLatch(1);
            var goOn = new CountDownLatch(1);
            var slow = new Random(7) {
                private static final long serialVersionUID = 1L;
                private int calls;

                @Override
                public void nextBytes(byte[] bytes) {
                    super.nextBytes(bytes);
                    if (++calls == 2) { // the first is the sealing key's, the second a session's as it takes step 1
                        computing.countDown();
                        await(goOn);
                    }
                }
            };
            var self = new PresigningBatch.Member(1, endorsers.identity(1));
            var batch = new PresigningBatch(plan, self, identities(endorsers), slow);
            var own = new OwnBatch(batch);
            List<SignedStep> joined = new ArrayList<>(List.of(own.start()));
            for (int member : List.of(2, 3)) {
                var other = new PresigningBatch.Member(member, endorsers.identity(member));
                joined.add(new PresigningBatch(plan, other, identities(endorsers), new Random(member)).start());
            }
            var taken = CompletableFuture.supplyAsync(() -> unchecked(() -> own.take(joined)), OwnBatchTest::start);
            await(computing);
            var givenUp = CompletableFuture.runAsync(own::close, OwnBatchTest::start);
            var lock = (ReentrantLock) secret(secret(own, "lock"), "lock");
            Awaitility.await().atMost(Patience.LIMIT).until(lock::hasQueuedThreads);
            assertThat(givenUp).isNotDone();
            assertThat(secret(secret(batch, "sealKey"), "closed")).isEqualTo(false);

            goOn.countDown();
            givenUp.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);

            assertThat(taken.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(Next.Say.class);
            assertThat(batch.isOver()).isTrue();
            assertThat(secret(secret(batch, "sealKey"), "closed")).isEqualTo(true);
            assertThatThrownBy(() -> own.take(joined)).isInstanceOf(Failure.class);
        }
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().start(task);
    }

    private static void await(CountDownLatch latch) {
        assertThat(unchecked(() -> latch.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)))
                .isTrue();
    }

    private static <T> T unchecked(Callable<T> work) {
        try {
            return work.call();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /// The last step came too late for whoever waited: what it finished with is erased, unless it was claimed.
    @Test
    void whatABatchFinishedWithIsErasedUnlessItIsClaimed() throws Exception {
        try (var endorsers = endorsers()) {
            for (boolean claimed : new boolean[] {false, true}) {
                PresigningPlan plan = plan(endorsers, 1, claimed ? 6 : 5, 1);
                List<OwnBatch> batches = new ArrayList<>();
                List<SignedStep> said = new ArrayList<>();
                for (int member : COMMITTEE) {
                    var self = new PresigningBatch.Member(member, endorsers.identity(member));
                    batches.add(
                            new OwnBatch(new PresigningBatch(plan, self, identities(endorsers), new Random(member))));
                    said.add(batches.getLast().start());
                }
                List<Presignature> made = new ArrayList<>();
                while (!said.isEmpty()) {
                    List<SignedStep> everybody = List.copyOf(said);
                    said.clear();
                    for (OwnBatch batch : batches) {
                        switch (batch.take(everybody)) {
                            case Next.Say(SignedStep message) -> said.add(message);
                            case Next.Finished(List<Presignature> presignatures) -> made.addAll(presignatures);
                            case Next.Broken broken -> throw new AssertionError(broken);
                        }
                    }
                }
                assertThat(made).hasSize(COMMITTEE.size() * plan.count()).noneMatch(PresigningScenes::isErased);

                for (OwnBatch batch : batches) {
                    if (claimed) {
                        assertThat(batch.claim()).hasSize(plan.count());
                        assertThat(batch.claim()).isEmpty();
                    }
                    batch.close();
                }

                assertThat(made).allMatch(each -> isErased(each) != claimed);
            }
        }
    }
}
