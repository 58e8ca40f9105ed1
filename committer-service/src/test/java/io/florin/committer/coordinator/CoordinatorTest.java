package io.florin.committer.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.committer.protocol.BlockVerdicts;
import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.CoordinatorEffect;
import io.florin.committer.protocol.CoordinatorEffect.Append;
import io.florin.committer.protocol.CoordinatorEffect.Complete;
import io.florin.committer.protocol.CoordinatorEffect.Settle;
import io.florin.committer.protocol.CoordinatorEffect.Tell;
import io.florin.committer.protocol.CoordinatorEffect.Verify;
import io.florin.committer.protocol.CoordinatorEvent;
import io.florin.committer.protocol.CoordinatorEvent.Applied;
import io.florin.committer.protocol.CoordinatorEvent.BlockTaken;
import io.florin.committer.protocol.CoordinatorEvent.ClaimsFound;
import io.florin.committer.protocol.CoordinatorEvent.Logged;
import io.florin.committer.protocol.CoordinatorEvent.Verified;
import io.florin.committer.protocol.CoordinatorEvent.Voted;
import io.florin.committer.protocol.LoggedBlock;
import io.florin.committer.protocol.ShardCommand;
import io.florin.committer.protocol.ShardMap;
import io.florin.committer.protocol.VerifiedBlock;
import io.florin.committer.verifier.SignatureVerifier;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Invariant;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The order of effects, with one shard, event by event.
final class CoordinatorTest {

    private final TestNetwork network = new TestNetwork(3);
    private final TestChain chain = new TestChain(network);
    private final Ed25519KeyPair owner = network.newKey();
    private final Issue issue =
            network.issue(network.header(100), network.newId(), new OwnerKey(owner.publicKey()), 100, 50);
    private final TokenReference hundred = TestNetwork.outputsOf(issue).get(0);
    private final TokenReference fifty = TestNetwork.outputsOf(issue).get(1);
    private Coordinator coordinator = start(new TreeMap<>(), 0, 0);

    private Coordinator start(TreeMap<Long, LoggedBlock> logged, long lastSequence, long lastApplied) {
        return new Coordinator(
                new ShardMap(1), new Coordinator.Start(0, lastApplied, network.configuration(), lastSequence, logged));
    }

    private Transfer pay(TokenReference... inputs) {
        long sum = 0;
        for (TokenReference input : inputs) {
            sum += input.token().value().minorUnits();
        }
        return network.transfer(
                network.header(100), List.of(owner), List.of(inputs), List.of(TestNetwork.token(owner, sum)));
    }

    private CheckedBlock checked(Block block) {
        return new CheckedBlock(block, block.header().hash(), network.configuration());
    }

    private VerifiedBlock verified(CheckedBlock block) {
        return new VerifiedBlock(
                block,
                new SignatureVerifier(network.networkId())
                        .verify(block.block().entries(), block.number(), block.configuration(), network.random()));
    }

    private List<CoordinatorEffect> on(CoordinatorEvent event) {
        return coordinator.on(event);
    }

    /// Takes and verifies a block and answers that nobody claimed its ids.
    private List<CoordinatorEffect> bring(Block block) {
        CheckedBlock checked = checked(block);
        List<CoordinatorEffect> all = new ArrayList<>(on(new BlockTaken(checked)));
        List<CoordinatorEffect> asked = on(new Verified(verified(checked)));
        all.addAll(asked);
        if (asked.stream().anyMatch(CoordinatorTest::isQuestion)) {
            all.addAll(on(new ClaimsFound(block.header().number(), 0, new BitSet())));
        }
        return all;
    }

    private static boolean isQuestion(CoordinatorEffect effect) {
        return effect instanceof Tell(int _, ShardCommand.FindClaims _);
    }

    private static List<ShardCommand> commands(List<CoordinatorEffect> effects) {
        return effects.stream()
                .filter(Tell.class::isInstance)
                .map(effect -> ((Tell) effect).command())
                .toList();
    }

    private static <T> List<T> only(List<?> all, Class<T> type) {
        return all.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static List<TransactionStatus> verdicts(List<CoordinatorEffect> effects) {
        return only(effects, Append.class).stream()
                .flatMap(append -> append.verdicts().stream())
                .flatMap(block -> block.verdicts().stream())
                .map(BlockVerdicts.Verdict::status)
                .toList();
    }

    @Test
    void takesABlockThroughAllSteps() {
        List<CoordinatorEffect> effects = bring(chain.append(issue));
        assertThat(effects.getFirst()).isInstanceOf(Verify.class);
        ShardCommand.Prepare prepare =
                only(commands(effects), ShardCommand.Prepare.class).getFirst();
        assertThat(only(effects, Append.class)).isEmpty();

        effects = on(new Voted(prepare.batch(), 0, new BitSet()));
        assertThat(verdicts(effects)).containsExactly(TransactionStatus.COMMITTED);
        assertThat(commands(effects)).as("nobody hears of it yet").isEmpty();

        effects = on(new Logged(1));
        assertThat(commands(effects)).hasExactlyElementsOfTypes(ShardCommand.Decide.class, ShardCommand.Apply.class);
        assertThat(only(effects, Settle.class)).hasSize(1);

        effects = on(new Applied(1, 0));
        assertThat(effects).containsExactly(new Complete(1));
        assertThat(coordinator.blocksPending()).isZero();
    }

    @Test
    void chainsInOneBlockAreDecidedByOneVoteAndOneRecord() {
        Transfer first = pay(hundred);
        Transfer second = pay(TestNetwork.outputsOf(first).getFirst());
        List<CoordinatorEffect> effects = bring(chain.append(issue, first, second));
        var prepare = only(commands(effects), ShardCommand.Prepare.class);
        assertThat(prepare).hasSize(1);
        assertThat(prepare.getFirst().checks()).hasSize(1);
        effects = on(new Voted(prepare.getFirst().batch(), 0, new BitSet()));
        assertThat(only(effects, Append.class)).hasSize(1);
        assertThat(verdicts(effects))
                .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.COMMITTED, TransactionStatus.COMMITTED);
    }

    @Test
    void aDependentThatNeedsTheStateStartsAfterItsPredecessorIsDurable() {
        bringAndComplete(issue);
        Transfer first = pay(hundred);
        Transfer second = pay(TestNetwork.outputsOf(first).getFirst(), fifty);
        List<CoordinatorEffect> effects = bring(chain.append(first, second));
        var batch = only(commands(effects), ShardCommand.Prepare.class).getFirst();
        assertThat(batch.checks()).extracting(read -> read.key()).containsExactly(hundred.key());
        effects = on(new Voted(batch.batch(), 0, new BitSet()));
        assertThat(verdicts(effects)).containsExactly(TransactionStatus.COMMITTED);
        assertThat(commands(effects)).isEmpty();
        effects = on(new Logged(2));
        assertThat(commands(effects)).hasExactlyElementsOfTypes(ShardCommand.Decide.class, ShardCommand.Prepare.class);
        var next = only(commands(effects), ShardCommand.Prepare.class).getFirst();
        assertThat(next.checks()).extracting(read -> read.key()).containsExactly(fifty.key());
    }

    @Test
    void losersAreRejectedWithoutTouchingTheState() {
        bringAndComplete(issue);
        List<CoordinatorEffect> effects = bring(chain.append(pay(hundred), pay(hundred), pay(hundred)));
        var prepare = only(commands(effects), ShardCommand.Prepare.class);
        assertThat(prepare).hasSize(1);
        assertThat(prepare.getFirst().checks()).hasSize(1);
        effects = on(new Voted(prepare.getFirst().batch(), 0, new BitSet()));
        assertThat(verdicts(effects))
                .containsExactly(
                        TransactionStatus.COMMITTED,
                        TransactionStatus.ABORTED_READ_CONFLICT,
                        TransactionStatus.ABORTED_READ_CONFLICT);
        assertThat(coordinator.fatalEdges()).isEqualTo(2);
    }

    @Test
    void theNextSpenderIsAskedForOnceTheFirstOneAborts() {
        Transfer first = pay(hundred);
        Transfer second = pay(hundred);
        List<CoordinatorEffect> effects = bring(chain.append(first, second));
        var batch = only(commands(effects), ShardCommand.Prepare.class).getFirst();
        BitSet refused = new BitSet();
        refused.set(0);
        effects = on(new Voted(batch.batch(), 0, refused));
        assertThat(verdicts(effects)).containsExactly(TransactionStatus.ABORTED_READ_CONFLICT);
        assertThat(commands(effects))
                .as("not before the loser's verdict is durable")
                .isEmpty();
        effects = on(new Logged(1));
        assertThat(only(commands(effects), ShardCommand.Prepare.class)).hasSize(1);
    }

    @Test
    void anIdTakenInTheWindowMakesADuplicateWithoutAQuestion() {
        Transfer payment = pay(hundred);
        Block first = chain.append(issue, payment);
        Block second = chain.append(payment);
        bring(first);
        List<CoordinatorEffect> effects = bring(second);
        assertThat(effects.stream().filter(CoordinatorTest::isQuestion)).isEmpty();
        assertThat(verdicts(effects)).containsExactly(TransactionStatus.REJECTED_DUPLICATE_TX_ID);
    }

    @Test
    void blocksAreSettledInOrder() {
        Block first = chain.append(issue);
        Block second = chain.append(pay(existing()));
        var firstBatch =
                only(commands(bring(first)), ShardCommand.Prepare.class).getFirst();
        var secondBatch =
                only(commands(bring(second)), ShardCommand.Prepare.class).getFirst();
        on(new Voted(secondBatch.batch(), 0, new BitSet()));
        assertThat(only(on(new Logged(1)), Settle.class)).isEmpty();
        on(new Voted(firstBatch.batch(), 0, new BitSet()));
        assertThat(only(on(new Logged(2)), Settle.class))
                .extracting(settle -> settle.block().number())
                .containsExactly(1L, 2L);
    }

    private TokenReference existing() {
        return TestNetwork.outputsOf(
                        network.issue(network.header(100), network.newId(), new OwnerKey(owner.publicKey()), 70))
                .getFirst();
    }

    @Test
    void takesOverWhatTheLogSaysAndValidatesTheRest() {
        Transfer first = pay(hundred);
        Transfer second = pay(fifty);
        Block block = chain.append(issue, first, second);
        TreeMap<Integer, TransactionStatus> statuses = new TreeMap<>();
        statuses.put(0, TransactionStatus.COMMITTED);
        statuses.put(1, TransactionStatus.ABORTED_READ_CONFLICT);
        TreeMap<Long, LoggedBlock> logged = new TreeMap<>();
        logged.put(1L, new LoggedBlock(block.header().hash(), statuses));
        coordinator = start(logged, 9, 0);
        List<CoordinatorEffect> effects = bring(block);
        assertThat(verdicts(effects)).containsExactly(TransactionStatus.COMMITTED);
        assertThat(only(effects, Append.class).getFirst().sequence()).isEqualTo(10);
        Settle settle = only(on(new Logged(10)), Settle.class).getFirst();
        assertThat(settle.statuses())
                .containsExactly(
                        TransactionStatus.COMMITTED,
                        TransactionStatus.ABORTED_READ_CONFLICT,
                        TransactionStatus.COMMITTED);
    }

    @Test
    void stopsWhenTheLogBelongsToAnotherBlockOrContradictsIt() {
        Block block = chain.append(issue);
        TreeMap<Integer, TransactionStatus> statuses = new TreeMap<>();
        statuses.put(0, TransactionStatus.COMMITTED);
        TreeMap<Long, LoggedBlock> logged = new TreeMap<>();
        logged.put(1L, new LoggedBlock(network.newId(), statuses));
        coordinator = start(logged, 1, 0);
        assertThatThrownBy(() -> bring(block)).isInstanceOf(Invariant.Broken.class);

        statuses.put(0, TransactionStatus.MALFORMED_BUNDLE);
        logged.put(1L, new LoggedBlock(block.header().hash(), statuses));
        coordinator = start(logged, 1, 0);
        assertThatThrownBy(() -> bring(block)).isInstanceOf(Invariant.Broken.class);

        coordinator = start(new TreeMap<>(), 0, 1);
        assertThatThrownBy(() -> bring(block)).isInstanceOf(Invariant.Broken.class);
    }

    private void bringAndComplete(Issue transaction) {
        long number = chain.height() + 1;
        List<CoordinatorEffect> effects = bring(chain.append(transaction));
        var batch = only(commands(effects), ShardCommand.Prepare.class).getFirst();
        on(new Voted(batch.batch(), 0, new BitSet()));
        on(new Logged(number));
        on(new Applied(number, 0));
    }
}
