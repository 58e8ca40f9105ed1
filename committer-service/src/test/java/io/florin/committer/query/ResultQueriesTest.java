package io.florin.committer.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.LargestBlock;
import io.florin.committer.protocol.LedgerHead;
import io.florin.committer.protocol.LedgerReader;
import io.florin.committer.protocol.StateView;
import io.florin.committer.wiring.CommitterEngine;
import io.florin.committer.wiring.TestEngine;
import io.florin.ledger.block.Block;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.RandomWorkload;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.ResultTip.Judged;
import io.florin.ledger.status.SignedCheckpoint;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Results of a real engine, as its followers read them.
final class ResultQueriesTest {
    private static final int BLOCKS = 20;

    @TempDir
    private Path directory;

    private final TestNetwork network = new TestNetwork(22);
    private final TestChain chain = new TestChain(network);
    private TestEngine opened;
    private CommitterEngine engine;
    private ResultQueries queries;

    @BeforeEach
    void open() throws InterruptedException {
        opened = TestEngine.in(directory, network);
        engine = opened.engine();
        queries = new ResultQueries(engine);
    }

    @AfterEach
    void close() {
        opened.close();
    }

    private List<BlockResult> results(long from, int limit) {
        return BlockResult.decodeList(queries.results(from, limit));
    }

    @Test
    void areProvedFromGenesisOn() throws InterruptedException {
        settle(BLOCKS);

        ResultTip tip = ResultTip.of(network.genesis());
        for (BlockResult result : results(1, 100)) {
            Judged judged = tip.judge(result, List.of());
            assertThat(judged).isInstanceOf(Judged.Settled.class);
            tip = ((Judged.Settled) judged).block().after();
        }

        assertThat(tip.number()).isEqualTo(BLOCKS);
        assertThat(tip.stateHash()).isEqualTo(engine.head().checkpoint().stateHash());
        assertThat(results(5, 3)).extracting(BlockResult::number).containsExactly(5L, 6L, 7L);
        assertThat(results(5, 3)).isEqualTo(results(1, 100).subList(4, 7));
        assertThat(results(BLOCKS + 1, 10)).isEmpty();
        assertThat(SignedCheckpoint.decodeList(queries.checkpoints(2, 2)))
                .extracting(SignedCheckpoint::checkpoint)
                .containsExactly(
                        results(2, 1).getFirst().statuses().checkpoint(),
                        results(3, 1).getFirst().statuses().checkpoint());
    }

    @Test
    void readCheckpointsWithoutWhatBlocksDid() throws InterruptedException {
        settle(BLOCKS);
        AskedLedger asked = new AskedLedger(engine);

        byte[] checkpoints = new ResultQueries(asked).checkpoints(1, 100);

        assertThat(SignedCheckpoint.decodeList(checkpoints))
                .extracting(SignedCheckpoint::checkpoint)
                .extracting(Checkpoint::number)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, BLOCKS).boxed().toList());
        assertThat(asked.statuses).isEmpty();
        assertThat(asked.heads).as("one height for one answer").isEqualTo(1);
    }

    /// Or whoever comes from genesis makes every other follower's answers be read from the disk again.
    @Test
    void keepTheHeadWhileSomebodyReadsOldBlocks() throws InterruptedException {
        settle(BLOCKS);
        AskedLedger asked = new AskedLedger(engine);
        queries = new ResultQueries(asked, 4);
        results(BLOCKS - 3, 4);
        asked.blocks.clear();

        assertThat(results(1, 10)).hasSize(10);
        assertThat(results(BLOCKS - 3, 4)).hasSize(4);
        assertThat(asked.blocks)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 10).boxed().toList());
    }

    private void settle(int blocks) throws InterruptedException {
        RandomWorkload workload = new RandomWorkload(network, 3);
        for (int i = 1; i <= blocks; i++) {
            engine.submit(chain.appendEntries(workload.entries(i)));
        }
        assertThat(engine.awaitComplete(blocks, Patience.LIMIT)).isTrue();
    }

    @Test
    void ofTheLargestBlocksAreAnAnswerEach() throws InterruptedException {
        for (int i = 0; i < 6; i++) {
            engine.submit(chain.appendEntries(LargestBlock.entries()));
        }
        assertThat(engine.awaitComplete(6, Patience.LIMIT)).isTrue();

        long next = 1;
        while (next <= 6) {
            byte[] answer = queries.results(next, 100);
            List<BlockResult> some = BlockResult.decodeList(answer);
            assertThat(some).isNotEmpty();
            assertThat(some.getFirst().number()).isEqualTo(next);
            long first = some.getFirst().encode().length;
            assertThat(answer.length).isLessThan((int) (Math.max(ResultQueries.BYTES_MAX, first) + 1_000));
            next += some.size();
        }
    }

    /// The engine, and what was asked of it.
    private static final class AskedLedger implements LedgerReader {
        private final LedgerReader ledger;
        private final List<Long> blocks = new ArrayList<>();
        private final List<Long> statuses = new ArrayList<>();
        private int heads;

        AskedLedger(LedgerReader ledger) {
            this.ledger = ledger;
        }

        @Override
        public Genesis genesis() {
            return ledger.genesis();
        }

        @Override
        public LedgerHead head() {
            heads++;
            return ledger.head();
        }

        @Override
        public boolean awaitComplete(long number, Duration waitMax) throws InterruptedException {
            return ledger.awaitComplete(number, waitMax);
        }

        @Override
        public Optional<Block> block(long number) {
            blocks.add(number);
            return ledger.block(number);
        }

        @Override
        public Optional<BlockStatuses> statuses(long number) {
            statuses.add(number);
            return ledger.statuses(number);
        }

        @Override
        public Optional<SignedCheckpoint> signed(long number) {
            return ledger.signed(number);
        }

        @Override
        public Optional<NetworkConfiguration> configurationOfVersion(long version) {
            return ledger.configurationOfVersion(version);
        }

        @Override
        public Optional<StateView> view() {
            return ledger.view();
        }
    }
}
