package io.florin.committer.query.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.committer.query.LedgerQueries;
import io.florin.committer.query.ResultQueries;
import io.florin.committer.wiring.CommitterEngine;
import io.florin.committer.wiring.TestEngine;
import io.florin.crypto.Bytes;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.SignedCheckpoint;
import io.florin.runtime.http.ProblemException;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.HttpStatus;

final class CommitterControllerTest {

    private static final int WAIT_MILLIS = 20_000;
    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00.250Z");

    @TempDir
    private Path directory;

    private final TestNetwork network = new TestNetwork(51);
    private final AtomicReference<Instant> now = new AtomicReference<>(MORNING);
    private TestEngine opened;
    private CommitterEngine engine;
    private CommitterController controller;

    @BeforeEach
    void open() throws InterruptedException {
        opened = TestEngine.in(directory, network, now::get);
        engine = opened.engine();
        controller = new CommitterController(new LedgerQueries(engine), new ResultQueries(engine), engine);
    }

    @AfterEach
    void close() {
        opened.close();
    }

    private static void requireRefused(HttpStatus status, Runnable question) {
        assertThatThrownBy(question::run)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().getStatus()).isEqualTo(status.value()));
    }

    @Test
    void tellsTheTimesOfCompleteBlocksAcrossARestart() throws InterruptedException {
        requireRefused(HttpStatus.NOT_FOUND, () -> controller.times(1));
        engine.submit(new TestChain(network).appendEntries(List.of(Bytes.of(new byte[] {1}))));
        assertThat(engine.awaitComplete(1, Patience.LIMIT)).isTrue();
        assertThat(controller.times(1).received()).isEqualTo(MORNING);
        assertThat(controller.times(1).completed()).isEqualTo(MORNING);
        now.set(MORNING.plusSeconds(3_600));
        opened.close();
        open();
        assertThat(controller.times(1).number()).isEqualTo(1);
        assertThat(controller.times(1).received()).isEqualTo(MORNING);
        requireRefused(HttpStatus.NOT_FOUND, () -> controller.times(2));
        requireRefused(HttpStatus.NOT_FOUND, () -> controller.times(Long.MAX_VALUE));
    }

    @Test
    void aRangeOfResultsHasAnEnd() {
        requireRefused(HttpStatus.BAD_REQUEST, () -> controller.results(0, 1, 0));
        requireRefused(HttpStatus.BAD_REQUEST, () -> controller.results(1, 0, 0));
        requireRefused(HttpStatus.BAD_REQUEST, () -> controller.results(1, 101, 0));
        requireRefused(HttpStatus.BAD_REQUEST, () -> controller.checkpoints(1, 101));
        assertThat(BlockResult.decodeList(controller.results(1, 100, 0))).isEmpty();
        assertThat(SignedCheckpoint.decodeList(controller.checkpoints(1, 100))).isEmpty();
    }

    @Test
    void resultsWaitForTheirFirstBlock() throws InterruptedException {
        FutureTask<List<BlockResult>> asked = new FutureTask<>(() -> waited(1));
        FutureTask<Boolean> longer = new FutureTask<>(() -> engine.awaitComplete(1, Duration.ofHours(1)));
        Thread.ofVirtual().start(asked);
        Thread.ofVirtual().start(longer);
        engine.submit(new TestChain(network).appendEntries(List.of(Bytes.of(new byte[] {1}))));
        assertThat(longer).as("woken by the block").succeedsWithin(Patience.LIMIT);
        assertThat(asked).succeedsWithin(Patience.LIMIT);
        assertThat(asked.resultNow()).extracting(BlockResult::number).containsExactly(1L);
    }

    /// Asks until the block is there; an answer without it comes at the end of the wait and not before.
    private List<BlockResult> waited(long block) {
        while (true) {
            long began = System.nanoTime();
            List<BlockResult> found = BlockResult.decodeList(controller.results(block, 100, WAIT_MILLIS));
            if (!found.isEmpty()) {
                return found;
            }
            assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS - 1));
        }
    }

    @Test
    void aListWithANullIsARequestThatCannotBeRead() {
        requireRefused(HttpStatus.BAD_REQUEST, () -> controller.transactions(Collections.singletonList(null)));
    }
}
