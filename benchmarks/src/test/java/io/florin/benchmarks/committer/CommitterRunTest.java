package io.florin.benchmarks.committer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.committer.CommitterRun.Load;
import io.florin.committer.protocol.LedgerHead;
import io.florin.committer.protocol.LedgerReader;
import io.florin.committer.protocol.StateView;
import io.florin.committer.wiring.CommitterEngine;
import io.florin.committer.wiring.CommitterObserver;
import io.florin.committer.wiring.EngineSettings;
import io.florin.ledger.block.Block;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A smoke of a second or two, with real disk and real signatures.
class CommitterRunTest {
    private static final int TOKENS = 8_192;
    /// The file ends long before.
    private static final int LONG_ENOUGH_SECONDS = 60;

    @TempDir
    private Path directory;

    private BlockFile write(TransferWorkload workload, long transfers) {
        return BlockFile.write(directory.resolve("blocks"), workload, transfers, 2);
    }

    @Test
    void closedLoopMeasuresWhatTheReplayConfirms() throws InterruptedException {
        TransferWorkload workload = new TransferWorkload(1, TOKENS, 10);
        BlockFile file = write(workload, 6_000);
        CommitterRun.Outcome outcome = new CommitterRun(
                        workload, file, directory.resolve("ledger"), Load.closed(0, LONG_ENOUGH_SECONDS))
                .run();
        assertThat(outcome.transactions()).isPositive();
        assertThat(outcome.rate()).isPositive();
        assertThat(outcome.perSecond()).isNotEmpty();
        LedgerProof.Checked proof = outcome.proof();
        assertThat(proof.supplyMinor()).isEqualTo(TOKENS * 10_000L);
        assertThat(proof.aborted()).isBetween(proof.committed() / 50, proof.committed() / 5);
    }

    @Test
    void openLoopCountsTheWaitOfLateBlocks() throws InterruptedException {
        TransferWorkload workload = new TransferWorkload(2, TOKENS, 0);
        BlockFile file = write(workload, 4_096);
        // all blocks are due within eight microseconds, so the last ones wait for the first ones
        Load rush = new Load(0, LONG_ENOUGH_SECONDS, 1_000);
        CommitterRun.Outcome outcome = new CommitterRun(workload, file, directory.resolve("ledger"), rush).run();
        assertThat(outcome.latencyMicros().getTotalCount()).isEqualTo(4_096);
        assertThat(outcome.millisAt(100)).isGreaterThan(outcome.millisAt(1));
        double wholeMillis = outcome.seconds() * 1_000;
        assertThat(outcome.millisAt(100)).isGreaterThanOrEqualTo(wholeMillis);
        assertThat(outcome.proof().aborted()).isZero();
    }

    @Test
    void aWrongAnswerIsNoResult() throws InterruptedException {
        TransferWorkload workload = new TransferWorkload(3, 4_096, 10);
        BlockFile file = write(workload, 1_024);
        try (CommitterEngine engine = engine(workload)) {
            int last = submitAll(engine, file);
            LedgerProof proof = new LedgerProof(workload, file);
            assertThat(proof.check(engine, last).blocks()).isEqualTo(last);

            assertThatThrownBy(() -> proof.check(altered(engine, CommitterRunTest::oneStatusFlipped), last))
                    .isInstanceOf(BenchFailure.class)
                    .hasMessageContaining("statuses of block 1 are wrong");
            assertThatThrownBy(() -> proof.check(
                            altered(
                                    engine,
                                    good -> new BlockStatuses(
                                            engine.head().checkpoint(), good.outcomes(), 0, good.signature())),
                            last))
                    .isInstanceOf(BenchFailure.class)
                    .hasMessageContaining("state hash of block 1");
            TransferWorkload richer = new TransferWorkload(3, 8_192, 10);
            assertThatThrownBy(() -> new LedgerProof(richer, file).check(engine, last))
                    .isInstanceOf(BenchFailure.class)
                    .hasMessageContaining("unspent tokens");
        }
    }

    private CommitterEngine engine(TransferWorkload workload) throws InterruptedException {
        return new CommitterEngine(
                EngineSettings.of(directory.resolve("ledger")),
                workload.network().genesis(),
                0,
                workload.network().committer(),
                (_, _) -> {},
                CommitterObserver.NONE);
    }

    private static int submitAll(CommitterEngine engine, BlockFile file) throws InterruptedException {
        Completions completions = new Completions(file.contents().blocks());
        engine.addListener(completions);
        try (BlockFile.Reader blocks = file.open()) {
            for (Optional<Block> next = blocks.next(); next.isPresent(); next = blocks.next()) {
                engine.submit(next.get());
            }
        }
        completions.await(file.contents().blocks(), Patience.LIMIT.toSeconds());
        return file.contents().blocks();
    }

    private static BlockStatuses oneStatusFlipped(BlockStatuses good) {
        List<TransactionOutcome> outcomes = new ArrayList<>(good.outcomes());
        TransactionOutcome first = outcomes.getFirst();
        outcomes.set(
                0,
                new TransactionOutcome(
                        first.index(), TransactionStatus.ABORTED_READ_CONFLICT, first.id(), first.digest()));
        return new BlockStatuses(good.checkpoint(), outcomes, 0, good.signature());
    }

    private static LedgerReader altered(LedgerReader real, UnaryOperator<BlockStatuses> alteration) {
        return new LedgerReader() {
            @Override
            public Genesis genesis() {
                return real.genesis();
            }

            @Override
            public LedgerHead head() {
                return real.head();
            }

            @Override
            public boolean awaitComplete(long number, Duration waitMax) throws InterruptedException {
                return real.awaitComplete(number, waitMax);
            }

            @Override
            public Optional<Block> block(long number) {
                return real.block(number);
            }

            @Override
            public Optional<BlockStatuses> statuses(long number) {
                return real.statuses(number).map(alteration);
            }

            @Override
            public Optional<NetworkConfiguration> configurationOfVersion(long version) {
                return real.configurationOfVersion(version);
            }

            @Override
            public Optional<StateView> view() {
                return real.view();
            }
        };
    }
}
