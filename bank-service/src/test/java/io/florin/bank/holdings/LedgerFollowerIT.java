package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.holdings.BlockEffects.Created;
import io.florin.bank.protocol.CreditNews;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.SaidConfiguration;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes;
import io.florin.fakenet.BankDatabase;
import io.florin.fakenet.UnaskedWallets;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.Token;
import io.florin.runtime.Failure;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.chain.ResultReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/// Four blocks, of which the third puts another configuration in force, and what of them is in a bank's database.
class LedgerFollowerIT {

    private final TestNetwork network = new TestNetwork(9);
    private final NetworkConfiguration changed =
            EditedConfiguration.after(network.configuration()).build();
    private final ToldBlocks blocks = new ToldBlocks(network);
    private final List<Long> asked = new ArrayList<>();
    private final List<Long> heard = new ArrayList<>();

    private BankDatabase database;
    private JdbcClient jdbc;
    private FollowedLedger ledger;
    private SaidConfiguration said = (version, block) -> version < 2 && block >= 3;
    private long fails;
    private long lies;
    private boolean lateNotesFail;
    private int credits;
    private TokenReader tokens = new NoTokens();
    private final Map<OwnerKey, Long> own = new HashMap<>();

    @BeforeEach
    void open() {
        database = new BankDatabase();
        jdbc = database.jdbc();
        ledger = new FollowedLedger(network.genesis(), jdbc, said);
        blocks.add();
        blocks.add();
        blocks.add(ToldBlocks.told(change(), TransactionStatus.COMMITTED));
        blocks.add();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private SettlementTransaction change() {
        return new SettlementTransaction(
                new TransactionId(network.newId()),
                TransactionKind.CONFIGURATION,
                NamespaceId.CONFIGURATION,
                false,
                1,
                100,
                List.of(new Read(StateKeys.CONFIGURATION, 1)),
                List.of(new Write.Put(0, Bytes.of(changed.encode()))));
    }

    /// As the bank does when it starts.
    private LedgerFollower start() {
        return start(database.transactions());
    }

    private LedgerFollower start(TransactionTemplate transactions) {
        ledger = new FollowedLedger(network.genesis(), jdbc, said);
        return new LedgerFollower(
                new ResultReader(List.of(new Committer()), (_, _, _) -> {}),
                ledger,
                tokens,
                new BlockEffects(jdbc, WalletChanges.NONE, new CreditNews(() -> {
                    assertThat(block()).as("what is told is kept").isEqualTo(blocks.height());
                    credits++;
                })),
                List.of((block, _) -> {
                    if (block == fails) {
                        throw new IllegalStateException("for tests");
                    }
                    heard.add(block);
                }),
                transactions,
                Instant::now);
    }

    private final class Committer implements ResultsApi {
        @Override
        public byte[] results(long from, int limit, long waitMillis) {
            asked.add(from);
            return ToldBlocks.answer(blocks.results(from, limit).stream()
                    .map(result -> result.number() == lies ? lie(result) : result)
                    .toList());
        }

        /// Of a state that nobody has, signed all the same.
        private BlockResult lie(BlockResult result) {
            Checkpoint said = result.statuses().checkpoint();
            var other = new Checkpoint(
                    said.network(), said.number(), said.headerHash(), said.statusRoot(), network.newId());
            return new BlockResult(network.statuses(other, result.statuses().outcomes()), result.committed());
        }

        @Override
        public byte[] checkpoints(long from, int limit) {
            throw new UnsupportedOperationException();
        }
    }

    private final class NoTokens implements TokenReader {
        @Override
        public void prepare(List<Committed> committed) {}

        @Override
        public void change(List<Created> change) {}

        @Override
        public List<Created> created(long block, List<Committed> committed) {
            return List.of();
        }

        @Override
        public void ended(List<FinalStatus> statuses) {}

        @Override
        public void catchUp(long block) {
            if (lateNotesFail) {
                throw new Failure("for tests");
            }
        }
    }

    private long block() {
        return jdbc.sql("select block from ledger_position").query(Long.class).single();
    }

    /// Every second payment is to one of the bank's wallets, and is spent in the block after it.
    @Test
    void aBlockOfManyPaymentsTakesNoMoreStatementsThanOneOfFew() {
        LedgerFollower follower = startWithAWallet();
        follower.follow();

        List<Long> few = statementsOfPaidAndSpent(follower, 4);
        List<Long> many = statementsOfPaidAndSpent(follower, 400);

        assertThat(jdbc.sql("select count(*) from entry").query(Long.class).single())
                .as("each token was booked when it came and when it went")
                .isEqualTo(2 * (2 + 200));
        assertThat(many).isEqualTo(few);
    }

    private LedgerFollower startWithAWallet() {
        jdbc.sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
            values (1, 'X', true, '', '', 1, 'ENROLLED', '', now())
            """).update();
        WalletBook wallets = new UnaskedWallets() {
            @Override
            public Map<OwnerKey, Long> numbersOf(Collection<OwnerKey> owners) {
                return own;
            }
        };
        tokens = new ClearTokenReader(ledger, wallets, new SeenOutputs());
        return start();
    }

    /// Once for all blocks' credits that are kept together would do; each block that has some tells of them.
    @Test
    void screeningIsWokenByCreditsAndNotByBlocks() {
        LedgerFollower follower = startWithAWallet();
        statementsOfPaidAndSpent(follower, List.of(payment(StateKey.of(TestNetwork.CURRENCY, network.newId()), false)));
        assertThat(credits).as("six blocks of others").isZero();

        statementsOfPaidAndSpent(follower, List.of(payment(StateKey.of(TestNetwork.CURRENCY, network.newId()), true)));
        assertThat(credits).as("it came, and was spent").isEqualTo(1);
    }

    private List<Long> statementsOfPaidAndSpent(LedgerFollower follower, int count) {
        return statementsOfPaidAndSpent(
                follower,
                IntStream.range(0, count)
                        .mapToObj(each -> payment(StateKey.of(TestNetwork.CURRENCY, network.newId()), each % 2 == 0))
                        .toList());
    }

    private List<Long> statementsOfPaidAndSpent(LedgerFollower follower, List<SettlementTransaction> paid) {
        List<SettlementTransaction> spent = paid.stream()
                .map(each -> payment(each.keyOf(each.writes().getLast()), false))
                .toList();
        List<Long> statements = new ArrayList<>();
        for (List<SettlementTransaction> block : List.of(paid, spent)) {
            blocks.add(block.stream()
                    .map(each -> ToldBlocks.told(each, TransactionStatus.COMMITTED))
                    .toArray(SettledTransaction[]::new));
            long before = database.statements();
            assertThat(follower.follow()).isPositive();
            statements.add(database.statements() - before);
        }
        return statements;
    }

    private SettlementTransaction payment(StateKey input, boolean isOwn) {
        OwnerKey payee = new OwnerKey(network.newId());
        if (isOwn) {
            own.put(payee, 1L);
        }
        return new SettlementTransaction(
                new TransactionId(network.newId()),
                TransactionKind.TRANSFER,
                TestNetwork.CURRENCY,
                false,
                1,
                100,
                List.of(new Read(input, 1)),
                List.of(new Write.Spend(0), new Write.Output(0, new Token(payee, 1, Amount.of(7)))));
    }

    @Test
    void theConfigurationMovesWithTheBlocks() {
        LedgerFollower follower = start();
        assertThat(ledger.configuration()).isEqualTo(network.configuration());
        assertThat(ledger.isSuperseded(1)).isFalse();

        assertThat(follower.follow()).isEqualTo(4);
        assertThat(ledger.configuration()).isEqualTo(changed);
        assertThat(ledger.isSuperseded(1)).isTrue();
        assertThat(ledger.isSuperseded(2)).isFalse();
        assertThat(ledger.view().height()).isEqualTo(4);

        follower = start();
        assertThat(ledger.configuration()).as("after a restart").isEqualTo(changed);
        assertThat(follower.follow()).isZero();
        assertThat(asked).containsExactly(1L, 5L);
    }

    /// Whoever writes a later one into the database does not let go of tokens whose redemption may still commit.
    @Test
    void nothingIsSupersededByWhatStandsInTheDatabaseAlone() {
        said = (_, _) -> false;
        start().follow();
        assertThat(ledger.configuration()).isEqualTo(changed);
        assertThat(ledger.isSuperseded(1)).isFalse();

        said = (version, block) -> version < 2 && block >= 5;
        blocks.add();
        LedgerFollower follower = start();
        assertThat(ledger.isSuperseded(1))
                .as("its block may not be followed yet")
                .isFalse();
        follower.follow();
        assertThat(ledger.isSuperseded(1)).isTrue();
    }

    @Test
    void aDatabaseFromBeforeLearnsItsConfigurationOnce() {
        start().follow();
        jdbc.sql("update ledger_position set configuration = null").update();
        asked.clear();
        blocks.add();

        LedgerFollower follower = start();
        assertThat(ledger.isSuperseded(1)).as("not known yet").isFalse();
        assertThat(ledger.view().height()).isEqualTo(4);
        assertThat(follower.follow()).isEqualTo(1);
        assertThat(ledger.configuration()).isEqualTo(changed);
        start().follow();
        assertThat(asked).containsExactly(1L, 5L, 6L);
        assertThat(heard).as("nothing is applied twice").containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void aDatabaseOfAnotherHistoryIsNotFollowedOn() {
        start().follow();
        jdbc.sql("update ledger_position set configuration = null, state_hash = ?")
                .param(network.newBytes(32))
                .update();
        blocks.add();

        LedgerFollower follower = start();
        assertThatThrownBy(follower::follow)
                .isInstanceOf(Invariant.Broken.class)
                .hasMessageContaining("another state after block 4");
        assertThat(block()).isEqualTo(4);
    }

    @Test
    void byAResultThatProvesNothingNothingMoves() {
        lies = 3;
        LedgerFollower follower = start();
        assertThat(follower.follow()).isEqualTo(2);
        assertThatThrownBy(follower::follow)
                .isInstanceOf(Failure.class)
                .hasMessageContaining("block 3 proves nothing: the state hash");
        assertThat(block()).isEqualTo(2);
        assertThat(follower.hasReadAll(Duration.ofHours(1))).isFalse();

        lies = 0;
        assertThat(follower.follow()).isEqualTo(2);
        assertThat(heard).containsExactly(1L, 2L, 3L, 4L);
    }

    /// What a late note needs is another thing: the ledger was read to its end.
    @Test
    void lateNotesThatFailHideNoBlock() {
        lateNotesFail = true;
        LedgerFollower follower = start();
        assertThatThrownBy(follower::follow).isInstanceOf(Failure.class);
        assertThat(block()).isEqualTo(4);
        assertThat(follower.hasReadAll(Duration.ofHours(1))).isFalse();
        assertThatThrownBy(follower::follow).isInstanceOf(Failure.class);
        assertThat(follower.hasReadAll(Duration.ofHours(1))).isTrue();
        assertThat(follower.lastContact()).isAfter(Instant.EPOCH);
    }

    /// Together with those before it in the same database transaction.
    @Test
    void blocksThatAreThereTogetherAreOneDatabaseTransaction() {
        TransactionTemplate kept = database.transactions();
        List<Long> commits = new ArrayList<>();
        LedgerFollower follower = start(new TransactionTemplate() {
            @Override
            public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
                T result = kept.execute(action);
                commits.add(block());
                return result;
            }
        });
        assertThat(follower.follow()).isEqualTo(4);
        assertThat(commits).containsExactly(4L);
        assertThat(heard).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aBlockWhoseEffectsAreNotKeptIsAppliedAgain() {
        fails = 3;
        LedgerFollower follower = start();
        assertThatThrownBy(follower::follow).hasMessage("for tests");
        assertThat(block()).isZero();
        assertThat(ledger.configuration()).isEqualTo(network.configuration());

        fails = 0;
        assertThat(follower.follow()).isEqualTo(4);
        assertThat(block()).isEqualTo(4);
        assertThat(ledger.configuration()).isEqualTo(changed);
    }

    @Test
    void aCommitWhoseAnswerIsLostIsNotMadeAgain() {
        TransactionTemplate kept = database.transactions();
        LedgerFollower follower = start(new TransactionTemplate() {
            @Override
            public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
                T result = kept.execute(action);
                if (asked.size() == 1) {
                    throw new DataAccessResourceFailureException("connection lost");
                }
                return result;
            }
        });
        assertThatThrownBy(follower::follow).hasMessage("connection lost");
        assertThat(block()).isEqualTo(4);
        assertThat(follower.follow()).isZero();
        assertThat(heard).containsExactly(1L, 2L, 3L, 4L);
        assertThat(ledger.configuration()).isEqualTo(changed);
    }
}
