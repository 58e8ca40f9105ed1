package io.florin.endorser.signing.adapter;

import static io.florin.endorser.signing.adapter.PresigningScenes.plan;
import static io.florin.endorser.signing.adapter.PresigningScenes.secret;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.threshold.NonceLedger;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.adapter.PresigningPeer.Question;
import io.florin.runtime.Failure;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory keeps nothing of a key that the configuration has no more, and nothing begins under it.
class EndedKeyTest {

    private static final Duration PATIENCE = Patience.LIMIT;

    @TempDir
    private Path directory;

    private SigningEndorsers endorsers() {
        var endorsers = new SigningEndorsers(SignatureScheme.ECDSA_P256, 5, 3, directory);
        endorsers.node(2).signing().open(endorsers.group);
        return endorsers;
    }

    private static Map<?, ?> turns(SigningPreparation preparation) {
        return (Map<?, ?>) secret(secret(preparation, "presigning"), "turns");
    }

    /// The second endorser has joined what the first makes.
    @Test
    void whatOthersHaveUnderWayIsErased() {
        try (var endorsers = endorsers()) {
            SigningPreparation second = endorsers.node(2).preparations();
            assertThat(second.presign(1, new Question(plan(endorsers, 1, 5, 1), List.of())))
                    .isNotEmpty();
            var batch =
                    (PresigningBatch) secret(turns(second).values().iterator().next(), "batch");
            assertThat(batch.isOver()).isFalse();

            endorsers.endKey();
            second.start((_, _, _) -> {});

            await().atMost(PATIENCE).until(batch::isOver);
            assertThat(secret(secret(batch, "sealKey"), "closed")).isEqualTo(true);
            await().atMost(PATIENCE).until(() -> turns(second).isEmpty());
            assertThatThrownBy(() -> second.presign(1, new Question(plan(endorsers, 1, 6, 1), List.of())))
                    .isInstanceOf(Failure.class);
            assertThat(endorsers.faults).isEmpty();
        }
    }

    /// It was asked in time, but what was computed before it took until the key had ended.
    @Test
    void aQuestionThatWaitedUntilTheEndBeginsNothing() {
        try (var endorsers = endorsers()) {
            SigningPreparation second = endorsers.node(2).preparations();
            var cpu = (ThreadPoolExecutor) secret(second, "cpu");
            var goOn = new CountDownLatch(1);
            cpu.execute(() -> {
                try {
                    assertThat(goOn.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                            .isTrue();
                } catch (InterruptedException closing) {
                    Thread.currentThread().interrupt();
                }
            });
            var answer = CompletableFuture.supplyAsync(
                    () -> second.presign(1, new Question(plan(endorsers, 1, 5, 1), List.of())), EndedKeyTest::start);
            await().atMost(PATIENCE).until(() -> cpu.getQueue().size() == 1);

            endorsers.endKey();
            goOn.countDown();

            assertThat(answer)
                    .failsWithin(PATIENCE)
                    .withThrowableThat()
                    .withCauseInstanceOf(Failure.class)
                    .withMessageContaining("no such group");
            assertThat(turns(second)).isEmpty();
        }
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().start(task);
    }

    /// A thread is about to sign, and gets its turn when the key has ended.
    @Test
    void whoWaitedForItsTurnDoesNotOpenTheLedgerAgain() {
        try (var endorsers = endorsers()) {
            PartialSigner signing = endorsers.node(2).signing();
            var secrets =
                    ((Map<?, ?>) secret(signing, "secrets")).values().iterator().next();
            var turn = (ReentrantLock) secret(secrets, "lock");
            turn.lock();
            CompletableFuture<Void> late;
            try {
                late = CompletableFuture.runAsync(
                        () -> signing.keep(endorsers.group, 1, 1, List.of()), EndedKeyTest::start);
                await().atMost(PATIENCE).until(turn::hasQueuedThreads);
                signing.keepOnly((_, _) -> false);
            } finally {
                turn.unlock();
            }

            assertThat(late).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(Failure.class);
            assertThat(signing.epoch(endorsers.group)).isEmpty();
            assertThat(signing.ledgerBytes()).isZero();
            Path ledger = directory
                    .resolve("endorser-2")
                    .resolve(endorsers.group.namespace().value() + "-1");
            NonceLedger.open(ledger, 1).close(); // nobody has it open
        }
    }

    @Test
    void aKeyThatComesBackBeginsAnotherEpoch() {
        try (var endorsers = endorsers()) {
            PartialSigner signing = endorsers.node(2).signing();
            signing.keepOnly((_, _) -> false);
            signing.open(endorsers.group);
            assertThat(signing.epoch(endorsers.group)).isEmpty();
            assertThat(signing.refusing()).isZero();

            signing.keepOnly((_, _) -> true);
            signing.open(endorsers.group);

            assertThat(signing.epoch(endorsers.group)).hasValue(2);
        }
    }

    /// A configuration may come while the keys are gone through: each is asked about when nobody works with it.
    @Test
    void eachKeyIsAskedAboutInItsTurn() {
        try (var endorsers = endorsers()) {
            PartialSigner signing = endorsers.node(2).signing();
            var secrets =
                    ((Map<?, ?>) secret(signing, "secrets")).values().iterator().next();
            var turn = (ReentrantLock) secret(secrets, "lock");

            signing.keepOnly((_, _) -> turn.isHeldByCurrentThread());

            assertThat(signing.epoch(endorsers.group)).hasValue(1);
        }
    }
}
