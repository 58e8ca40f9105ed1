package io.florin.certifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.certifier.adapter.BelievedCheckpoints;
import io.florin.certifier.adapter.CertificationStore;
import io.florin.certifier.adapter.CertifierLoop;
import io.florin.certifier.adapter.CertifierMetrics;
import io.florin.certifier.adapter.CertifierProperties;
import io.florin.doubles.api.UnaskedParty;
import io.florin.identity.CertifierShare;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CertificationApi.Certified;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.ResultsApi;
import io.florin.testkit.CountedStatements;
import io.florin.testkit.PostgresUnderTest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.ResourceAccessException;

/// Work of a certifier that follows: a question and nothing else at rest, and for blocks that are there together as
/// many statements as for one of them.
@NullUnmarked
class FollowingWorkIT {

    private static final TestHiddenEconomy ECONOMY = new TestHiddenEconomy(91, PrivacyModel.UNLINKABLE);
    private static final TestNetwork NETWORK = ECONOMY.network();
    private static final Holder ALICE = ECONOMY.newHolder();
    private static final Holder BOB = ECONOMY.newHolder();
    private static final OwnerKey TREASURY = new OwnerKey(NETWORK.newKey().publicKey());
    private static final Paid ISSUE = ECONOMY.issue(NETWORK.header(100), TREASURY, new Payee(ALICE, 700));
    private static final Paid OTHER_ISSUE = ECONOMY.issue(NETWORK.header(100), TREASURY, new Payee(BOB, 50));
    private static final Paid PAYMENT = pay(300);
    private static final Paid DOUBLE_SPEND = pay(200);

    /// Of the blocks' checkpoints, of what is kept no longer, and of the position.
    private static final int WITHOUT_OUTPUTS = 3;

    /// Besides of what happens once (kept, and compared), of bases (kept, and compared), and of shares.
    private static final int WITH_OUTPUTS = WITHOUT_OUTPUTS + 5;

    private final TestChain blocks = new TestChain(NETWORK);
    private final ToldBlocks told = new ToldBlocks(NETWORK);
    private int questions;
    private int fetched;
    private PostgresUnderTest postgres;
    private CountedStatements database;
    private CertificationStore store;
    private CertifierLoop loop;

    private static Paid pay(long minorUnits) {
        return ECONOMY.pay(
                NETWORK.header(100), ISSUE.coins(), new Payee(BOB, minorUnits), new Payee(ALICE, 700 - minorUnits));
    }

    @BeforeEach
    void open() {
        postgres = PostgresUnderTest.start("certifier_work");
        var source = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration/certifier-service")
                .load()
                .migrate();
        database = new CountedStatements(source);
        var jdbc = new JdbcTemplate(database);
        store = new CertificationStore(
                jdbc,
                new TransactionTemplate(new JdbcTransactionManager(database)),
                new BelievedCheckpoints(jdbc, 1_000));
        ResultsApi committer = new ResultsApi() {
            @Override
            public byte[] results(long from, int limit, long waitMillis) {
                questions++;
                return ToldBlocks.answer(told.results(from, limit));
            }

            @Override
            public byte[] checkpoints(long from, int limit) {
                throw new UnsupportedOperationException("one committer is believed");
            }
        };
        var group = ECONOMY.certifiers().group();
        var share = new CertifierShare(
                group.epoch(), ECONOMY.certifiers().keyShares().getFirst());
        var parties = new TreeMap<Integer, OrderingInternalApi>();
        parties.put(1, new UnaskedParty() {
            @Override
            public byte[] block(long number) {
                fetched++;
                if (number > blocks.height()) {
                    throw new ResourceAccessException("no such block");
                }
                return blocks.blocks().get((int) number - 1).encode();
            }
        });
        loop = new CertifierLoop(
                committer,
                parties,
                new CertifierKeys(namespace -> namespace.equals(TestNetwork.CURRENCY) ? List.of(share) : List.of()),
                store,
                store.position(NETWORK.genesis()),
                new CertifierMetrics(new SimpleMeterRegistry()),
                new CertifierProperties(1, Duration.ZERO, Duration.ZERO, Duration.ZERO, 20, 1_000));
    }

    @AfterEach
    void close() {
        postgres.close();
    }

    /// Blocks of which nothing is committed.
    private void aborted(int count) {
        for (int i = 0; i < count; i++) {
            says(TransactionStatus.ABORTED_READ_CONFLICT, DOUBLE_SPEND);
        }
    }

    /// Blocks of one payment each, of which all is committed, the committer says.
    private void committed(Paid... payments) {
        for (Paid each : payments) {
            says(TransactionStatus.COMMITTED, each);
        }
    }

    private void says(TransactionStatus status, Paid paid) {
        Block block = blocks.append(paid.payment());
        told.add(
                block.header().hash(),
                List.of(ToldBlocks.told(SettlementTranslator.translate(paid.payment(), false), status)));
    }

    private long statementsFor(int count) {
        return database.of(() -> assertThat(loop.step()).isEqualTo(count));
    }

    private List<String> shared() {
        return store.shares(1, 100).stream().map(Certified::transactionId).toList();
    }

    private static String[] outputsOf(Paid... paid) {
        return Arrays.stream(paid)
                .flatMap(each ->
                        each.coins().stream().map(_ -> each.payment().id().toHex()))
                .toArray(String[]::new);
    }

    @Test
    void aPassWithoutABlockAsksTheCommitterOnceAndNobodyElse() {
        assertThat(statementsFor(0)).isZero();
        aborted(3);
        assertThat(loop.step()).isEqualTo(3);
        questions = 0;
        fetched = 0;

        assertThat(statementsFor(0)).isZero();
        assertThat(questions).isEqualTo(1);
        assertThat(fetched).isZero();
    }

    @Test
    void blocksThatAreThereTogetherAreAsManyStatementsAsOne() {
        aborted(1);
        assertThat(statementsFor(1)).isEqualTo(WITHOUT_OUTPUTS);
        aborted(19);
        assertThat(statementsFor(19)).isEqualTo(WITHOUT_OUTPUTS);
        committed(ISSUE);
        assertThat(statementsFor(1)).isEqualTo(WITH_OUTPUTS);
        committed(OTHER_ISSUE);
        aborted(1);
        committed(PAYMENT);
        fetched = 0;
        assertThat(statementsFor(3)).isEqualTo(WITH_OUTPUTS);

        assertThat(fetched).as("each block from one party").isEqualTo(3);
        assertThat(shared()).containsExactly(outputsOf(ISSUE, OTHER_ISSUE, PAYMENT));
        assertThat(store.position(NETWORK.genesis()).number()).isEqualTo(24);
    }

    /// A lie among blocks that are there together hides none before it, and nothing of it is signed.
    @Test
    void whatIsSpentTwiceAmongBlocksThatAreThereTogetherEndsThem() {
        committed(ISSUE, PAYMENT, DOUBLE_SPEND, OTHER_ISSUE);

        for (int again = 0; again < 2; again++) {
            assertThatThrownBy(loop::step)
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining(DOUBLE_SPEND.payment().id().toHex());
            assertThat(loop.followed()).isEqualTo(2);
        }
        assertThat(store.position(NETWORK.genesis()).number()).isEqualTo(2);
        assertThat(shared()).containsExactly(outputsOf(ISSUE, PAYMENT));
    }

    /// A block that no party has ends what is kept together, and is followed when one has it.
    @Test
    void whatCameBeforeABlockThatNobodyHasIsKept() {
        committed(ISSUE);
        aborted(1);
        told.add();

        assertThatThrownBy(loop::step).hasMessage("no party gives block 3");
        assertThat(loop.followed()).isEqualTo(2);
        assertThat(shared()).containsExactly(outputsOf(ISSUE));
    }
}
