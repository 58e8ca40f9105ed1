package io.florin.committer.wiring;

import static io.florin.ledger.status.TransactionStatus.ABORTED_BOUND_EXCEEDED;
import static io.florin.ledger.status.TransactionStatus.ABORTED_READ_CONFLICT;
import static io.florin.ledger.status.TransactionStatus.COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A rail's float under attack, by the whole engine over three shards and against the oracle: everything here was
/// endorsed on one state, in which each transaction alone is good.
class RailFloatTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LIMIT = 1000;
    private static final int RAILS = 3;

    @TempDir
    Path directory;

    private final TestNetwork network = new TestNetwork(31);
    private final TestChain chain = new TestChain(network);
    private final SerialReplay oracle = new SerialReplay(network.genesis());
    private final Ed25519KeyPair alice = network.newKey();
    private long sequence;

    private CommitterEngine open() throws InterruptedException {
        return new CommitterEngine(
                EngineSettings.of(directory).withShards(3),
                network.genesis(),
                0,
                network.committer(),
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                },
                CommitterObserver.NONE);
    }

    private List<TransactionStatus> statuses(CommitterEngine engine, ClientTransaction... transactions)
            throws InterruptedException {
        Block block = chain.append(transactions);
        engine.submit(block);
        return statuses(engine, block);
    }

    private List<TransactionStatus> statuses(CommitterEngine engine, Block block) {
        long number = block.header().number();
        SerialReplay.Applied expected = oracle.apply(block);
        Awaitility.await().atMost(PATIENCE).until(() -> engine.head().number() >= number);
        var statuses = engine.statuses(number).orElseThrow();
        assertThat(statuses.checkpoint()).isEqualTo(expected.checkpoint());
        return statuses.outcomes().stream().map(TransactionOutcome::status).toList();
    }

    private TestRail rail(int id) {
        return TestRail.of(
                new RailScope(network.networkId(), new RailId(id), 1),
                SigningScheme.NAIVE_ED25519,
                RailFinality.EFFECTS);
    }

    private ClientTransaction deposit(int rail, TokenReference coin) {
        InstantRail limited = new InstantRail(
                TestNetwork.CURRENCY, RailKind.ACCOUNTS, rail(rail).committee().withFloatLimit(Amount.of(LIMIT)));
        return network.deposit(
                network.header(100),
                limited,
                new OwnerKey(alice.publicKey()),
                List.of(alice),
                List.of(coin),
                List.of());
    }

    private FinalPayment out(int rail, long amount) {
        RailRecipient recipient = new RailRecipient.OnLedger(new OwnerKey(alice.publicKey()));
        TestRail on = rail(rail);
        return on.finish(on.order(alice, recipient, amount, sequence++));
    }

    private ClientTransaction withdrawal(FinalPayment payment) {
        return new RailWithdrawal(network.header(100), new FinalProof.OfAccount(payment));
    }

    private List<TokenReference> money(CommitterEngine engine, long... values) throws InterruptedException {
        Issue issue = network.issue(network.header(100), network.newId(), new OwnerKey(alice.publicKey()), values);
        assertThat(statuses(engine, issue)).containsExactly(COMMITTED);
        return TestNetwork.outputsOf(issue);
    }

    private long onRail(int rail) {
        return oracle.counter(StateKeys.railFloat(TestNetwork.CURRENCY, new RailId(rail)));
    }

    @Test
    void refusesTheSecondWithdrawalOfOneOrderAlsoAfterARestart() throws InterruptedException {
        FinalPayment payment = out(1, 300);
        try (CommitterEngine engine = open()) {
            assertThat(statuses(engine, deposit(1, money(engine, LIMIT).getFirst())))
                    .containsExactly(COMMITTED);
            assertThat(statuses(engine, withdrawal(payment), withdrawal(payment)))
                    .containsExactly(COMMITTED, ABORTED_READ_CONFLICT);
        }
        try (CommitterEngine engine = open()) {
            assertThat(statuses(engine, withdrawal(payment), withdrawal(out(1, 701)), withdrawal(out(1, 700))))
                    .containsExactly(ABORTED_READ_CONFLICT, ABORTED_BOUND_EXCEEDED, COMMITTED);
        }
        assertThat(onRail(1)).isZero();
    }

    @Test
    void refusesWithdrawalsThatExceedTheFloatTogetherInOneBlockOverAllShards() throws InterruptedException {
        try (CommitterEngine engine = open()) {
            List<TokenReference> coins = money(engine, LIMIT, LIMIT, LIMIT);
            for (int rail = 1; rail <= RAILS; rail++) {
                assertThat(statuses(engine, deposit(rail, coins.get(rail - 1)))).containsExactly(COMMITTED);
            }
            List<ClientTransaction> together = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                together.add(withdrawal(out(1 + i % RAILS, 60 + i)));
            }
            List<TransactionStatus> statuses = statuses(engine, together.toArray(ClientTransaction[]::new));

            assertThat(statuses).contains(COMMITTED, ABORTED_BOUND_EXCEEDED);
            for (int rail = 1; rail <= RAILS; rail++) {
                assertThat(onRail(rail)).isBetween(0L, 100L);
            }
        }
    }

    @Test
    void refusesDepositsAboveTheLimitInBlocksThatAreWorkedOnTogether() throws InterruptedException {
        try (CommitterEngine engine = open()) {
            List<TokenReference> coins =
                    money(engine, LongStream.range(0, 16).map(i -> 100 + 7 * i).toArray());
            List<Block> blocks = new ArrayList<>();
            for (int i = 0; i < 16; i += 4) {
                blocks.add(chain.append(
                        deposit(1, coins.get(i)),
                        deposit(1, coins.get(i + 1)),
                        withdrawal(out(1, 150)),
                        deposit(1, coins.get(i + 2)),
                        deposit(1, coins.get(i + 3))));
            }
            for (Block block : blocks) {
                engine.submit(block);
            }
            List<TransactionStatus> all = new ArrayList<>();
            blocks.forEach(block -> all.addAll(statuses(engine, block)));

            assertThat(all).contains(ABORTED_BOUND_EXCEEDED, COMMITTED);
            assertThat(onRail(1)).isBetween(0L, LIMIT);
        }
    }
}
