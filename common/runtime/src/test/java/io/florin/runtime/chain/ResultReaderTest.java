package io.florin.runtime.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.RandomWorkload;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.replay.SerialReplay.Applied;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SignedCheckpoint;
import io.florin.runtime.Failure;
import io.florin.runtime.api.ResultsApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

/// Committers that are silent, lie or keep blocks to themselves, and one who reads what they say.
class ResultReaderTest {
    private static final int BLOCKS = 9;

    private final TestNetwork network = new TestNetwork(61);
    private final Genesis genesis = network.genesis();
    private final ResultTip start = ResultTip.of(genesis);
    private final List<Applied> blocks = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    @BeforeEach
    void blocks() {
        TestChain chain = new TestChain(network);
        SerialReplay replay = new SerialReplay(genesis);
        RandomWorkload workload = new RandomWorkload(network, 5);
        for (int i = 1; i <= BLOCKS; i++) {
            blocks.add(replay.apply(chain.appendEntries(workload.entries(i))));
        }
    }

    private ResultReader reader(ResultsApi... committers) {
        return new ResultReader(
                List.of(committers), (committer, block, reason) -> refused.add(committer + " " + block + " " + reason));
    }

    /// Asks the others as soon as one has no block.
    private ResultReader restless(ResultsApi... committers) {
        return new ResultReader(
                List.of(committers),
                (committer, block, reason) -> refused.add(committer + " " + block + " " + reason),
                Duration.ZERO);
    }

    private static List<Long> numbers(List<SettledBlock> settled) {
        return settled.stream().map(SettledBlock::number).toList();
    }

    private List<SettledBlock> some(ResultReader reader) {
        return reader.after(start, 3, Duration.ZERO);
    }

    @Test
    void readsInOrderWhereverItStands() {
        ResultReader reader = reader(new FakeCommitter());

        List<SettledBlock> first = some(reader);

        assertThat(numbers(first)).containsExactly(1L, 2L, 3L);
        assertThat(numbers(reader.after(first.getLast().after(), 100, Duration.ZERO)))
                .containsExactly(4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(numbers(reader.after(first.getFirst().after(), 1, Duration.ZERO)))
                .containsExactly(2L);
        assertThat(refused).isEmpty();
    }

    @Test
    void waitsOnlyWhereTheLastQuestionWasAnswered() {
        FakeCommitter committer = new FakeCommitter();
        ResultReader reader = reader(committer);
        ResultTip end = reader.tipAt(genesis, BLOCKS);
        committer.waited = -1;

        assertThat(reader.after(end, 10, Duration.ofSeconds(2))).isEmpty();
        assertThat(committer.waited).isEqualTo(2_000);
        committer.silent = true;
        assertThatThrownBy(() -> reader.after(end, 10, Duration.ofSeconds(2))).isInstanceOf(Failure.class);
        committer.silent = false;
        assertThat(reader.after(end, 10, Duration.ofSeconds(2))).isEmpty();
        assertThat(committer.waited).isZero();
    }

    @Test
    void goesOnWithAnotherCommitterWhereOneIsSilent() {
        FakeCommitter first = new FakeCommitter();
        FakeCommitter second = new FakeCommitter();
        ResultReader reader = reader(first, second);
        some(reader);
        first.silent = true;

        assertThat(numbers(some(reader))).containsExactly(1L, 2L, 3L);
        assertThat(numbers(some(reader))).containsExactly(1L, 2L, 3L);
        assertThat(first.from).as("not asked again while the second answers").hasSize(2);
        second.silent = true;
        assertThatThrownBy(() -> some(reader)).isInstanceOf(Failure.class).hasMessageContaining("no committer answers");
    }

    @Test
    void takesNothingOfOneThatLiesAndNamesIt() {
        FakeCommitter liar = new FakeCommitter();
        liar.signer = network.auditor();
        ResultReader reader = reader(liar, new FakeCommitter());

        assertThat(numbers(some(reader))).containsExactly(1L, 2L, 3L);
        assertThat(refused).containsExactly("0 1 not signed by a committer");
        assertThatThrownBy(() -> some(reader(liar)))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("block 1 proves nothing: not signed by a committer");
    }

    @Test
    void takesWhatCameBeforeALie() {
        FakeCommitter liar = new FakeCommitter();
        liar.leavesOut = 3;

        assertThat(numbers(reader(liar).after(start, 5, Duration.ZERO))).containsExactly(1L, 2L);
        assertThat(refused).containsExactly("0 3 of another block than the next one");
    }

    @Test
    void isHurtByNoAnswerThatCannotBeRead() {
        FakeCommitter nonsense = new FakeCommitter();
        nonsense.answer = new byte[] {0, 0, 0, 1, 7};

        assertThat(numbers(some(reader(nonsense, new FakeCommitter())))).containsExactly(1L, 2L, 3L);
        assertThat(refused).containsExactly("0 1 unreadable");
    }

    @Test
    void findsTheTipOfABlockFromGenesisOn() {
        ResultTip tip = reader(new FakeCommitter()).tipAt(genesis, 5);

        assertThat(tip.number()).isEqualTo(5);
        assertThat(tip.stateHash()).isEqualTo(blocks.get(4).checkpoint().stateHash());
        assertThatThrownBy(() -> reader(new FakeCommitter()).tipAt(genesis, BLOCKS + 1))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("no committer has block 10");
    }

    @Test
    void goesOnTowardsTheTipOfABlockWhereAFailureStoppedIt() {
        FakeCommitter committer = new FakeCommitter();
        committer.atOnce = 2;
        committer.silentFrom = 5;
        ResultReader reader = reader(committer);
        assertThatThrownBy(() -> reader.tipAt(genesis, 7)).isInstanceOf(Failure.class);
        committer.silentFrom = Long.MAX_VALUE;
        committer.from.clear();

        assertThat(reader.tipAt(genesis, 7).number()).isEqualTo(7);
        assertThat(committer.from).containsExactly(5L, 7L);
    }

    @Test
    void readsTheWayToABlockOnceHoweverOftenItIsAskedFor() {
        FakeCommitter committer = new FakeCommitter();
        ResultReader reader = reader(committer);
        ResultTip tip = reader.tipAt(genesis, 5);
        committer.from.clear();

        assertThat(reader.tipAt(genesis, 5)).isEqualTo(tip);
        assertThat(committer.from).isEmpty();
        assertThat(reader.tipAt(genesis, 3).number()).isEqualTo(3);
        assertThat(committer.from).as("a block before it is not on the way").containsExactly(1L);
    }

    @Test
    void takesNoMoreThanItAskedFor() {
        FakeCommitter generous = new FakeCommitter();
        generous.more = 1;

        assertThatThrownBy(() -> some(reader(generous))).isInstanceOf(Failure.class);
        assertThat(refused).containsExactly("0 1 4 results where 3 were asked for");
        assertThat(numbers(some(reader(generous, new FakeCommitter())))).containsExactly(1L, 2L, 3L);
    }

    @Test
    void looksForBlocksElsewhereWhereOneCommitterIsQuiet() {
        FakeCommitter quiet = new FakeCommitter();
        quiet.atMost = 3;
        FakeCommitter other = new FakeCommitter();
        ResultReader patient = reader(quiet, other);
        ResultReader reader = restless(quiet, other);
        ResultTip three = reader.tipAt(genesis, 3);
        assertThat(other.from).isEmpty();

        assertThat(patient.after(three, 2, Duration.ZERO)).isEmpty();
        assertThat(other.from).as("not before its time").isEmpty();
        List<SettledBlock> found = reader.after(three, 2, Duration.ofSeconds(2));
        assertThat(numbers(found)).containsExactly(4L, 5L);
        assertThat(other.waited).as("others are asked for what they have").isZero();
        quiet.from.clear();
        assertThat(numbers(reader.after(found.getLast().after(), 2, Duration.ZERO)))
                .containsExactly(6L, 7L);
        assertThat(quiet.from).as("the one that has blocks is followed").isEmpty();
    }

    @Test
    void staysWithAQuietCommitterWhereNoOtherHasMore() {
        FakeCommitter quiet = new FakeCommitter();
        FakeCommitter silent = new FakeCommitter();
        FakeCommitter nonsense = new FakeCommitter();
        ResultReader reader = restless(quiet, silent, nonsense);
        ResultTip end = reader.tipAt(genesis, BLOCKS);
        silent.silent = true;
        nonsense.answer = new byte[] {0, 0, 0, 1, 7};

        assertThat(reader.after(end, 2, Duration.ZERO)).isEmpty();
        assertThat(reader.after(end, 2, Duration.ofSeconds(2))).isEmpty();
        assertThat(quiet.waited).isEqualTo(2_000);
    }

    @Test
    void whereOneMayLieAnotherHasToSignTheSame() {
        Ed25519KeyPair second = network.newKey();
        NetworkConfiguration three = network.withThreeCommitters(second);
        ResultTip tip = new ResultTip(network.networkId(), 0, start.stateHash(), three);
        FakeCommitter other = new FakeCommitter();
        other.place = 1;
        other.signer = second;

        assertThatThrownBy(() -> reader(new FakeCommitter()).after(tip, 2, Duration.ZERO))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("block 1 is signed by 1 committers yet, 2 are needed");
        assertThat(numbers(reader(new FakeCommitter(), other).after(tip, 2, Duration.ZERO)))
                .containsExactly(1L, 2L);
        other.signer = network.auditor();
        assertThatThrownBy(() -> reader(new FakeCommitter(), other).after(tip, 2, Duration.ZERO))
                .isInstanceOf(Failure.class);
    }

    /// Not to have come as far, or not to answer, is no lie: somebody would look into it, or money would stop.
    @Test
    void committersThatAreBehindOrSilentAreNotToldAsLiars() {
        Ed25519KeyPair second = network.newKey();
        ResultTip tip = new ResultTip(network.networkId(), 0, start.stateHash(), network.withThreeCommitters(second));
        FakeCommitter other = new FakeCommitter();
        other.place = 1;
        other.signer = second;
        other.atMost = 2;
        ResultReader reader = reader(new FakeCommitter(), other);

        List<SettledBlock> both = reader.after(tip, 5, Duration.ZERO);
        assertThat(numbers(both)).containsExactly(1L, 2L);
        assertThat(reader.after(both.getLast().after(), 5, Duration.ZERO))
                .as("of the one that is behind")
                .isEmpty();
        other.silent = true;
        assertThatThrownBy(() -> reader.after(both.getLast().after(), 5, Duration.ZERO))
                .isInstanceOf(Failure.class);
        assertThat(refused).isEmpty();
        other.silent = false;
        other.answer = new byte[] {0, 0, 0, 1, 7};
        assertThatThrownBy(() -> reader.after(both.getLast().after(), 5, Duration.ZERO))
                .isInstanceOf(Failure.class);
        assertThat(refused).contains("1 3 unreadable checkpoints");
    }

    /// Tells what the replay says, or something else.
    private final class FakeCommitter implements ResultsApi {
        private Ed25519KeyPair signer = network.committer();
        private int place;
        private boolean silent;
        private byte[] answer = {};
        private long leavesOut;
        private long waited;
        private long silentFrom = Long.MAX_VALUE;
        private long atMost = Long.MAX_VALUE;
        private int atOnce = Integer.MAX_VALUE;
        private int more;
        private final List<Long> from = new ArrayList<>();

        private BlockStatuses statuses(Applied applied) {
            return new BlockStatuses(
                    applied.checkpoint(),
                    applied.outcomes(),
                    place,
                    signer.sign(applied.checkpoint().signedMessage()));
        }

        private List<Applied> from(long first, int limit) {
            return blocks.stream()
                    .filter(each -> each.checkpoint().number() >= first
                            && each.checkpoint().number() < first + Math.min(atOnce, limit) + more
                            && each.checkpoint().number() <= atMost
                            && each.checkpoint().number() != leavesOut)
                    .toList();
        }

        @Override
        public byte[] results(long first, int limit, long waitMillis) {
            from.add(first);
            waited = waitMillis;
            if (silent || first >= silentFrom) {
                throw new ResourceAccessException("nobody is there");
            }
            return answer.length > 0
                    ? answer
                    : BlockResult.encodeList(from(first, limit).stream()
                            .map(each -> Bytes.of(new BlockResult(
                                            statuses(each),
                                            each.committed().stream()
                                                    .map(SettlementTransaction::encode)
                                                    .map(Bytes::of)
                                                    .toList())
                                    .encode()))
                            .toList());
        }

        @Override
        public byte[] checkpoints(long from, int limit) {
            if (silent) {
                throw new ResourceAccessException("nobody is there");
            }
            if (answer.length > 0) {
                return answer;
            }
            return SignedCheckpoint.encodeList(from(from, limit).stream()
                    .map(each -> statuses(each).signed())
                    .toList());
        }
    }
}
