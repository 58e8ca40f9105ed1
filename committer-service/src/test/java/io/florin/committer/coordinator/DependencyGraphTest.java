package io.florin.committer.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.coordinator.DependencyGraph.Outlook;
import io.florin.committer.protocol.CheckedBlock;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DependencyGraphTest {

    private final TestNetwork network = new TestNetwork(1);
    private final DependencyGraph graph = new DependencyGraph();
    private final StateKey counter = StateKeys.withdrawal(TestNetwork.CURRENCY, network.newId());
    private final PendingBlock block = new PendingBlock(
            new CheckedBlock(
                    new TestChain(network).appendEntries(List.of(Bytes.of(new byte[] {1}))),
                    network.newId(),
                    network.configuration()),
            Optional.empty());
    private int index;

    private Token token() {
        return new Token(new OwnerKey(network.newId()), 1, Amount.of(5));
    }

    private TokenReference existing() {
        return new TokenReference(new TransactionId(network.newId()), 0, token());
    }

    private SettlementTransaction transfer(TokenReference... inputs) {
        List<Read> reads = new ArrayList<>();
        List<Write> writes = new ArrayList<>();
        for (TokenReference input : inputs) {
            writes.add(new Write.Spend(reads.size()));
            reads.add(Read.token(input.key()));
        }
        writes.add(new Write.Output(0, token()));
        return transaction(TransactionKind.TRANSFER, reads, writes);
    }

    /// Rewrites the counter, having seen a version.
    private SettlementTransaction rewrite(long version) {
        return transaction(
                TransactionKind.ISSUE,
                List.of(new Read(counter, version)),
                List.of(new Write.Put(0, Bytes.EMPTY), new Write.Output(0, token())));
    }

    private SettlementTransaction transaction(TransactionKind kind, List<Read> reads, List<Write> writes) {
        return new SettlementTransaction(
                new TransactionId(network.newId()), kind, TestNetwork.CURRENCY, false, 1, 100, reads, writes);
    }

    private PendingTransaction node(SettlementTransaction transaction) {
        return new PendingTransaction(
                block,
                index++,
                transaction,
                transaction.writes().stream().map(transaction::keyOf).toList());
    }

    private static TokenReference outputOf(SettlementTransaction transaction) {
        Write.Output output = transaction.outputs().getFirst();
        return new TokenReference(transaction.id(), output.index(), output.token());
    }

    private List<PendingTransaction> decide(PendingTransaction node, boolean committed, long sequence) {
        node.decide(committed, sequence);
        return graph.decided(node);
    }

    @Test
    void classifiesEveryEdgeByItsDefinition() {
        TokenReference coin = existing();
        SettlementTransaction first = transfer(coin);
        SettlementTransaction second = transfer(coin);
        SettlementTransaction follower = transfer(outputOf(first));
        assertThat(Dependency.between(second, first))
                .containsExactlyInAnyOrder(Dependency.FATAL, Dependency.WRITE_AFTER_READ, Dependency.WRITE_AFTER_WRITE);
        assertThat(Dependency.between(follower, first))
                .containsExactlyInAnyOrder(Dependency.CHAIN, Dependency.WRITE_AFTER_WRITE);
        assertThat(Dependency.between(transfer(existing()), first)).isEmpty();
        assertThat(Dependency.between(rewrite(1), rewrite(0)))
                .containsExactlyInAnyOrder(Dependency.CHAIN, Dependency.WRITE_AFTER_READ, Dependency.WRITE_AFTER_WRITE);
        assertThat(Dependency.between(rewrite(0), rewrite(0))).contains(Dependency.FATAL);
    }

    @Test
    void freeTransactionsAskTheState() {
        assertThat(graph.insert(node(transfer(existing(), existing())))).isEqualTo(Outlook.IN_STATE);
        assertThat(graph.edges(Dependency.CHAIN)).isZero();
    }

    @Test
    void chainFollowsItsPredecessorWithoutTheState() {
        PendingTransaction first = node(transfer(existing()));
        PendingTransaction second = node(transfer(outputOf(first.transaction())));
        PendingTransaction third = node(transfer(outputOf(second.transaction())));
        graph.insert(first);
        assertThat(graph.insert(second)).isEqualTo(Outlook.WAITING);
        assertThat(graph.insert(third)).isEqualTo(Outlook.WAITING);
        assertThat(graph.edges(Dependency.CHAIN)).isEqualTo(2);
        assertThat(decide(first, true, 1)).containsExactly(second);
        assertThat(graph.outlook(second)).isEqualTo(Outlook.CHAINED);
        assertThat(decide(second, true, 1)).containsExactly(third);
    }

    @Test
    void chainOnALoserAsksTheStateAndSoDies() {
        PendingTransaction first = node(transfer(existing()));
        PendingTransaction second = node(transfer(outputOf(first.transaction())));
        graph.insert(first);
        graph.insert(second);
        assertThat(decide(first, false, 1)).containsExactly(second);
        assertThat(graph.outlook(second)).isEqualTo(Outlook.IN_STATE);
    }

    @Test
    void loserOfAFatalEdgeDiesWithoutTheState() {
        TokenReference coin = existing();
        PendingTransaction first = node(transfer(coin));
        PendingTransaction second = node(transfer(coin));
        PendingTransaction third = node(transfer(coin));
        graph.insert(first);
        assertThat(graph.insert(second)).isEqualTo(Outlook.WAITING);
        graph.insert(third);
        assertThat(decide(first, true, 1)).containsExactly(second);
        assertThat(graph.outlook(second)).isEqualTo(Outlook.DEAD);
        assertThat(decide(second, false, 1)).containsExactly(third);
        assertThat(graph.outlook(third)).isEqualTo(Outlook.DEAD);
    }

    @Test
    void secondSpenderLivesWhenTheFirstAborts() {
        TokenReference coin = existing();
        PendingTransaction first = node(transfer(coin, existing()));
        PendingTransaction second = node(transfer(coin));
        graph.insert(first);
        graph.insert(second);
        assertThat(decide(first, false, 1)).containsExactly(second);
        assertThat(graph.outlook(second)).isEqualTo(Outlook.IN_STATE);
    }

    @Test
    void looksAtTheLastWriterThatCommits() {
        PendingTransaction stale = node(rewrite(0));
        PendingTransaction twin = node(rewrite(0));
        PendingTransaction follower = node(rewrite(1));
        graph.insert(stale);
        graph.insert(twin);
        graph.insert(follower);
        // by pairs the chain edge to the twin would kill the follower; serially the first writer's version is what it
        // read
        assertThat(decide(stale, true, 1)).containsExactly(twin);
        assertThat(decide(twin, false, 1)).containsExactly(follower);
        assertThat(graph.outlook(follower)).isEqualTo(Outlook.CHAINED);
    }

    @Test
    void versionsMayRiseByManyStepsInOneWindow() {
        List<PendingTransaction> nodes = new ArrayList<>();
        for (int version = 0; version < 5; version++) {
            PendingTransaction node = node(rewrite(version));
            graph.insert(node);
            nodes.add(node);
        }
        for (int i = 0; i < 4; i++) {
            assertThat(decide(nodes.get(i), true, i + 1)).containsExactly(nodes.get(i + 1));
            assertThat(graph.outlook(nodes.get(i + 1))).isEqualTo(Outlook.CHAINED);
        }
    }

    @Test
    void startsOnlyAfterTheRecordsItDependsOn() {
        TokenReference coin = existing();
        PendingTransaction winner = node(transfer(existing()));
        PendingTransaction loser = node(transfer(coin));
        graph.insert(winner);
        graph.insert(loser);
        PendingTransaction dependent = node(transfer(outputOf(winner.transaction()), existing()));
        graph.insert(dependent);
        decide(winner, true, 4);
        assertThat(graph.outlook(dependent)).isEqualTo(Outlook.IN_STATE);
        assertThat(dependent.startsAfter()).isEqualTo(4);
        decide(loser, false, 5);
        PendingTransaction heir = node(transfer(coin));
        assertThat(graph.insert(heir)).isEqualTo(Outlook.IN_STATE);
        assertThat(heir.startsAfter()).isEqualTo(5);
        graph.durable(5);
        PendingTransaction late = node(transfer(coin));
        graph.insert(late);
        assertThat(late.startsAfter()).isZero();
    }

    @Test
    void forgetsKeysWithTheirBlocks() {
        PendingTransaction first = node(transfer(existing()));
        graph.insert(first);
        assertThat(graph.keys()).isEqualTo(2);
        decide(first, true, 1);
        graph.remove(first);
        assertThat(graph.keys()).isZero();
        assertThat(graph.insert(node(transfer(outputOf(first.transaction()))))).isEqualTo(Outlook.IN_STATE);
    }

    @Test
    void aThousandSpendersOfOneTokenCostLittle() {
        TokenReference coin = existing();
        List<PendingTransaction> nodes = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            PendingTransaction node = node(transfer(coin));
            graph.insert(node);
            nodes.add(node);
        }
        decide(nodes.getFirst(), true, 1);
        for (int i = 1; i < nodes.size(); i++) {
            assertThat(graph.outlook(nodes.get(i))).isEqualTo(Outlook.DEAD);
            decide(nodes.get(i), false, 1);
        }
        assertThat(graph.keys()).isEqualTo(2);
    }
}
