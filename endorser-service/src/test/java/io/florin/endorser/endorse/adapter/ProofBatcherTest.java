package io.florin.endorser.endorse.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.endorser.TestPayments;
import io.florin.endorser.protocol.Arrival;
import io.florin.endorser.protocol.Verdict;
import io.florin.ledger.client.Submission;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.Failure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProofBatcherTest {

    private static final int BATCH_MAX = 4;
    private static final int WAITING_MAX = 10;

    private final TestPayments payments = new TestPayments(new TestNetwork(5).genesis(), 9);
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Integer> batches = new ArrayList<>();
    private int tasksMax = Integer.MAX_VALUE;
    private final Executor cores = task -> {
        if (tasks.size() >= tasksMax) {
            throw new Failure("full");
        }
        tasks.add(task);
    };
    private final ProofBatcher batcher =
            new ProofBatcher(cores, ProofBatcherTest::refuse, BATCH_MAX, WAITING_MAX, batches::add);

    private static List<Verdict> refuse(List<Arrival> arrivals) {
        return arrivals.stream().map(ProofBatcherTest::refusal).toList();
    }

    private static Verdict refusal(Arrival arrival) {
        return new Verdict.Refused(arrival.submission().transaction().id(), RefusalReason.BAD_PROOF);
    }

    private List<Arrival> arrivals(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Arrival(Submission.of(payments.transfer(100 + i)), i))
                .toList();
    }

    @Test
    void whatWaitsIsVerifiedTogetherAndNothingWaitsForMore() {
        List<Arrival> first = arrivals(1);
        List<CompletableFuture<Verdict>> alone = batcher.submit(first);
        work();
        assertThat(alone.getFirst()).isCompletedWithValue(refusal(first.getFirst()));

        List<Arrival> some = arrivals(6);
        List<CompletableFuture<Verdict>> verdicts = new ArrayList<>();
        some.forEach(each -> verdicts.addAll(batcher.submit(List.of(each))));
        work();

        assertThat(batches).containsExactly(1, 4, 2);
        assertThat(verdicts.stream().map(CompletableFuture::join)).isEqualTo(refuse(some));
        assertThat(batcher.waiting()).isZero();
    }

    @Test
    void aLongListTakesSeveralBatches() {
        List<Arrival> many = arrivals(10);
        List<CompletableFuture<Verdict>> verdicts = batcher.submit(many);
        work();

        assertThat(batches).containsExactly(4, 4, 2);
        assertThat(verdicts.stream().map(CompletableFuture::join)).isEqualTo(refuse(many));
    }

    @Test
    void moreThanThereIsRoomForIsAFailureAndLeavesNothingBehind() {
        List<Arrival> few = arrivals(5);
        List<CompletableFuture<Verdict>> verdicts = batcher.submit(few);

        assertThatThrownBy(() -> batcher.submit(arrivals(6))).isInstanceOf(Failure.class);
        work();

        assertThat(verdicts.stream().map(CompletableFuture::join)).isEqualTo(refuse(few));
        assertThat(batcher.waiting()).isZero();
    }

    @Test
    void noProofIsForgottenWhenNoMoreTasksAreTaken() {
        List<Arrival> few = arrivals(4);
        List<CompletableFuture<Verdict>> verdicts = batcher.submit(few);
        tasksMax = 1;
        assertThatThrownBy(() -> batcher.submit(arrivals(1))).isInstanceOf(Failure.class);
        tasksMax = 0;
        Runnable only = tasks.remove();
        only.run();

        assertThat(verdicts.stream().map(CompletableFuture::join)).isEqualTo(refuse(few));
    }

    @Test
    void aBugReachesWhoeverWaits() {
        var broken = new ProofBatcher(
                cores,
                _ -> {
                    throw new IllegalStateException("bug");
                },
                BATCH_MAX,
                WAITING_MAX,
                batches::add);
        List<CompletableFuture<Verdict>> verdicts = broken.submit(arrivals(1));
        work();

        assertThatThrownBy(() -> ProofBatcher.await(verdicts.getFirst())).hasMessageContaining("bug");
    }

    private void work() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }
}
