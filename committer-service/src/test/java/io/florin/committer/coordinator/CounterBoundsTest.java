package io.florin.committer.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.CoordinatorEffect;
import io.florin.committer.protocol.CoordinatorEffect.Append;
import io.florin.committer.protocol.CoordinatorEffect.Complete;
import io.florin.committer.protocol.CoordinatorEffect.Tell;
import io.florin.committer.protocol.CoordinatorEvent.Applied;
import io.florin.committer.protocol.CoordinatorEvent.BlockTaken;
import io.florin.committer.protocol.CoordinatorEvent.ClaimsFound;
import io.florin.committer.protocol.CoordinatorEvent.CountersFound;
import io.florin.committer.protocol.CoordinatorEvent.Logged;
import io.florin.committer.protocol.CoordinatorEvent.Verified;
import io.florin.committer.protocol.CoordinatorEvent.Voted;
import io.florin.committer.protocol.CounterValue;
import io.florin.committer.protocol.ShardCommand;
import io.florin.committer.protocol.ShardMap;
import io.florin.committer.protocol.VerifiedBlock;
import io.florin.committer.verifier.SignatureVerifier;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Additions and the others they wait for, with one shard, event by event. Each of these transactions lowers a counter,
/// and reads one key that the shard votes on.
class CounterBoundsTest {

    private final TestNetwork network = new TestNetwork(5);
    private final TestChain chain = new TestChain(network);
    private final StateKey counter = StateKeys.railFloat(TestNetwork.CURRENCY, new RailId(1));
    private final Coordinator coordinator =
            new Coordinator(new ShardMap(1), new Coordinator.Start(0, 0, network.configuration(), 0, new TreeMap<>()));

    private SettlementTransaction lowers(long amount) {
        return new SettlementTransaction(
                new TransactionId(network.newId()),
                TransactionKind.RAIL_WITHDRAWAL,
                TestNetwork.CURRENCY,
                false,
                1,
                100,
                List.of(Read.absent(StateKeys.railWithdrawal(TestNetwork.CURRENCY, network.newId()))),
                List.of(
                        new Write.Put(0, Bytes.EMPTY),
                        new Write.Output(0, TestNetwork.token(new OwnerKey(network.newId()), amount))),
                List.of(new CounterAdd.Lower(counter, Amount.of(amount), Amount.ZERO)));
    }

    private Block block(SettlementTransaction... transactions) {
        return chain.appendBundles(network.endorseSettlements(List.of(transactions)));
    }

    private List<CoordinatorEffect> bring(Block block) {
        var checked = new CheckedBlock(block, block.header().hash(), network.configuration());
        List<CoordinatorEffect> all = new ArrayList<>(coordinator.on(new BlockTaken(checked)));
        all.addAll(coordinator.on(new Verified(new VerifiedBlock(
                checked,
                new SignatureVerifier(network.networkId())
                        .verify(
                                block.entries(),
                                block.header().number(),
                                network.configuration(),
                                network.random())))));
        all.addAll(coordinator.on(new ClaimsFound(block.header().number(), 0, new BitSet())));
        return all;
    }

    /// The block's counter is worth this much.
    private List<CoordinatorEffect> told(Block block, long value) {
        return coordinator.on(new CountersFound(
                block.header().number(),
                0,
                List.of(new CounterValue(counter, value)),
                block.header().number() - 1));
    }

    private List<CoordinatorEffect> vote(ShardCommand.Prepare batch, int... refused) {
        BitSet no = new BitSet();
        for (int each : refused) {
            no.set(each);
        }
        return coordinator.on(new Voted(batch.batch(), 0, no));
    }

    private static <T> List<T> commands(List<CoordinatorEffect> effects, Class<T> type) {
        return effects.stream()
                .filter(Tell.class::isInstance)
                .map(effect -> ((Tell) effect).command())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static List<TransactionStatus> verdicts(List<CoordinatorEffect> effects) {
        return effects.stream()
                .filter(Append.class::isInstance)
                .flatMap(effect -> ((Append) effect).verdicts().stream())
                .flatMap(found -> found.verdicts().stream())
                .map(verdict -> verdict.status())
                .toList();
    }

    @Test
    void asksForTheValueOnceAndAppliesTheSum() {
        Block block = block(lowers(10), lowers(20));
        List<CoordinatorEffect> effects = bring(block);
        assertThat(commands(effects, ShardCommand.FindCounters.class))
                .containsExactly(new ShardCommand.FindCounters(1, List.of(counter)));
        assertThat(commands(effects, ShardCommand.Prepare.class)).isEmpty();

        ShardCommand.Prepare batch =
                commands(told(block, 100), ShardCommand.Prepare.class).getFirst();
        vote(batch);
        effects = coordinator.on(new Logged(1));
        assertThat(commands(effects, ShardCommand.Apply.class))
                .extracting(ShardCommand.Apply::additions)
                .containsExactly(List.of(new CounterValue(counter, -30)));
        assertThat(coordinator.on(new Applied(1, 0))).containsExactly(new Complete(1));

        assertThat(commands(bring(block(lowers(1))), ShardCommand.FindCounters.class))
                .as("forgotten with its block, and asked for again")
                .hasSize(1);
    }

    @Test
    void additionsFarFromTheBoundDoNotWaitForEachOther() {
        Block block = block(lowers(10), lowers(10), lowers(10));
        bring(block);

        List<ShardCommand.Prepare> asked = commands(told(block, 30), ShardCommand.Prepare.class);

        assertThat(asked).hasSize(1);
        assertThat(verdicts(vote(asked.getFirst())))
                .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.COMMITTED, TransactionStatus.COMMITTED);
    }

    @Test
    void anAdditionThatBreaksInAnyCaseIsVotedOnWithTheOthers() {
        Block block = block(lowers(31), lowers(32));
        bring(block);

        List<ShardCommand.Prepare> asked = commands(told(block, 30), ShardCommand.Prepare.class);

        assertThat(asked).hasSize(1);
        assertThat(verdicts(vote(asked.getFirst(), 1)))
                .as("reads are judged before bounds")
                .containsExactly(TransactionStatus.ABORTED_BOUND_EXCEEDED, TransactionStatus.ABORTED_READ_CONFLICT);
        assertThat(commands(coordinator.on(new Logged(1)), ShardCommand.Decide.class))
                .extracting(ShardCommand.Decide::committed)
                .as("the shard lets go of what it held")
                .containsExactly(new BitSet());
    }

    @Test
    void anAdditionNearTheBoundIsVotedOnAtOnceAndDecidedAfterTheOneBeforeIt() {
        Block block = block(lowers(20), lowers(20), lowers(20));
        bring(block);

        List<ShardCommand.Prepare> asked = commands(told(block, 30), ShardCommand.Prepare.class);
        assertThat(asked)
                .as("one for the first, and one for each whose bound is open")
                .hasSize(3);
        ShardCommand.Prepare first = asked.get(2);
        assertThat(verdicts(vote(asked.get(0)))).isEmpty();
        assertThat(verdicts(vote(asked.get(1)))).isEmpty();

        assertThat(verdicts(vote(first)))
                .containsExactly(
                        TransactionStatus.COMMITTED,
                        TransactionStatus.ABORTED_BOUND_EXCEEDED,
                        TransactionStatus.ABORTED_BOUND_EXCEEDED);
        assertThat(commands(coordinator.on(new Logged(1)), ShardCommand.Decide.class))
                .hasSize(3);
    }

    @Test
    void oneThatAbortsLeavesItsPartToTheNext() {
        Block block = block(lowers(20), lowers(20), lowers(20));
        bring(block);
        List<ShardCommand.Prepare> asked = commands(told(block, 30), ShardCommand.Prepare.class);
        vote(asked.get(0));
        vote(asked.get(1));

        assertThat(verdicts(vote(asked.get(2), 0)))
                .containsExactly(
                        TransactionStatus.ABORTED_READ_CONFLICT,
                        TransactionStatus.COMMITTED,
                        TransactionStatus.ABORTED_BOUND_EXCEEDED);
    }

    @Test
    void theNextBlockCountsWhatIsNotAppliedYet() {
        Block one = block(lowers(20));
        Block two = block(lowers(20));
        bring(one);
        vote(commands(told(one, 30), ShardCommand.Prepare.class).getFirst());

        List<CoordinatorEffect> effects = bring(two);

        assertThat(commands(effects, ShardCommand.FindCounters.class)).isEmpty();
        assertThat(verdicts(vote(commands(effects, ShardCommand.Prepare.class).getFirst())))
                .containsExactly(TransactionStatus.ABORTED_BOUND_EXCEEDED);
    }
}
