package io.florin.centralbank.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.centralbank.incidents.Incidents;
import io.florin.centralbank.protocol.Treasuries;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.centralbank.supply.SupplyFollower.Followed;
import io.florin.doubles.api.UnaskedAuditor;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.Issue;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.AuditorApi.SupplyView;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.chain.ResultReader;
import io.florin.testkit.CountedStatements;
import io.florin.testkit.PostgresUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Statements by which the central bank follows blocks: none for blocks without a supply record, though it goes on
/// behind them after a crash, and each record counts once. And what the comparison with the auditor asks for.
@NullUnmarked
class QuietBlocksIT {
    private final TestNetwork network = new TestNetwork(83);
    private final ToldBlocks told = new ToldBlocks(network);
    private PostgresUnderTest postgres;
    private CountedStatements database;
    private JdbcClient jdbc;
    private SupplyFollower follower;
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");

    @BeforeEach
    void open() {
        postgres = PostgresUnderTest.start("central_bank_blocks");
        var source = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration/central-bank-service")
                .load()
                .migrate();
        database = new CountedStatements(source);
        jdbc = JdbcClient.create(source);
        run();
        told.add();
        follow(1);
        follow(0);
    }

    @AfterEach
    void close() {
        postgres.close();
    }

    /// A process on what was followed so far.
    private void run() {
        JdbcClient counted = JdbcClient.create(database);
        ResultsApi committer = new ResultsApi() {
            @Override
            public byte[] results(long from, int limit, long waitMillis) {
                return ToldBlocks.answer(told.results(from, limit));
            }

            @Override
            public byte[] checkpoints(long from, int limit) {
                throw new UnsupportedOperationException("one committer is enough");
            }
        };
        Treasuries nobody = null;
        follower = new SupplyFollower(
                new ResultReader(List.of(committer), (_, block, reason) -> {
                    throw new AssertionError(block + " " + reason);
                }),
                new Network(network.genesis(), nobody, network.random(), _ -> {
                    throw new AssertionError("nothing is signed");
                }),
                noRequests(),
                new ReserveLedger(counted, InstantSource.system()),
                new Incidents(counted, null, InstantSource.system()),
                new SupplyFollower.Store(
                        counted, new TransactionTemplate(new JdbcTransactionManager(database)), () -> {}, () -> now));
    }

    private static RequestRepository noRequests() {
        return new UnaskedRequests() {
            @Override
            public Optional<StoredRequest> lockByRecordKey(String key) {
                return Optional.empty();
            }
        };
    }

    private Followed follow(int blocks) {
        Followed followed = follower.follow();
        assertThat(followed.blocks()).isEqualTo(blocks);
        return followed;
    }

    /// An issue that was not made here: an incident, and counted.
    private SettledTransaction issued(long amount) {
        Issue issue = network.issue(
                network.header(100),
                network.newId(),
                new OwnerKey(network.newKey().publicKey()),
                amount);
        return ToldBlocks.told(SettlementTranslator.translate(issue, false), TransactionStatus.COMMITTED);
    }

    private long number(String column) {
        return jdbc.sql("select " + column + " from ledger_position")
                .query(Long.class)
                .single();
    }

    @Test
    void blocksWithoutARecordAreNoStatements() {
        assertThat(database.of(() -> {
                    for (int block = 0; block < 60; block++) {
                        told.add();
                        assertThat(follow(1).changed()).isFalse();
                    }
                }))
                .isZero();
        assertThat(follower.position().block()).isEqualTo(61);
        assertThat(number("block")).as("is written later").isEqualTo(1);
        now = now.plusSeconds(1);
        told.add();
        assertThat(database.of(() -> follow(1)))
                .as("others can write there: it is looked at once a second")
                .isEqualTo(1);

        follow(0);
        assertThat(number("block")).as("when there are no more").isEqualTo(62);
    }

    @Test
    void thePositionIsWrittenNowAndThen() {
        for (int block = 0; block < 200; block++) {
            told.add();
            follow(1);
        }
        assertThat(number("block")).isGreaterThan(100);
    }

    @Test
    void aRecordIsCountedWithThePositionAndOnce() {
        told.add();
        told.add(issued(700));
        told.add();
        assertThat(follow(3).changed()).isTrue();

        assertThat(follower.position()).isEqualTo(new SupplyFollower.Position(4, 700, 0));
        assertThat(number("block")).as("the block behind it is not written").isEqualTo(3);

        run();
        assertThat(follower.position().block()).isEqualTo(3);
        told.add(issued(30));
        follow(2);
        assertThat(follower.position()).isEqualTo(new SupplyFollower.Position(5, 730, 0));
        assertThat(jdbc.sql("select block from supply_at order by block")
                        .query(Long.class)
                        .list())
                .contains(3L, 5L)
                .doesNotContain(4L);
    }

    /// By a backup that was brought back, or by hand: it goes on from what stands there.
    @Test
    void whoeverWroteThereIsFollowed() {
        told.add(issued(700));
        follow(1);
        jdbc.sql("update ledger_position set block = 1, state_hash = ?, issued = 0")
                .param(told.results(1, 1)
                        .getFirst()
                        .statuses()
                        .checkpoint()
                        .stateHash()
                        .toHex())
                .update();
        jdbc.sql("delete from supply_at where block = 2").update();
        told.add(issued(30));

        assertThat(follower.follow().changed()).as("the database moved").isFalse();
        follow(2);

        assertThat(follower.position()).isEqualTo(new SupplyFollower.Position(3, 730, 0));
    }

    /// Of what the auditor has, the newest block that both have is compared.
    @Test
    void aComparisonWithTheAuditorIsOneQuestionAndTwoStatements() {
        List<Integer> asked = new ArrayList<>();
        told.add(issued(700));
        follow(1);
        List<SupplyView> proofs = new ArrayList<>();
        SupplyCheck check = check(new UnaskedAuditor() {
            @Override
            public List<SupplyView> history(int limit) {
                asked.add(limit);
                return proofs;
            }
        });
        assertThat(database.of(check::checkAuditor))
                .as("how far it was followed")
                .isEqualTo(1);
        for (int block = 1; block <= 2; block++) {
            long issued = block == 1 ? 0 : 700;
            proofs.add(new SupplyView(block, issued, 0, issued, true, "", true));
        }
        proofs.add(new SupplyView(9, 1, 0, 1, true, "", true));

        assertThat(database.of(check::checkAuditor)).isEqualTo(2);

        assertThat(asked).hasSize(2);
        assertThat(check.comparedBlock()).hasValue(2L);
    }

    private SupplyCheck check(AuditorApi auditor) {
        JdbcClient counted = JdbcClient.create(database);
        TransactionTemplate snapshot = new TransactionTemplate(new JdbcTransactionManager(database));
        Incidents incidents = new Incidents(counted, null, InstantSource.system());
        return new SupplyCheck(
                new SupplySummary(
                        follower,
                        noRequests(),
                        new ReserveLedger(counted, InstantSource.system()),
                        incidents,
                        counted,
                        snapshot),
                noRequests(),
                Optional.of(auditor),
                incidents,
                snapshot,
                new AgreementWatch(Duration.ofSeconds(30), InstantSource.system()));
    }
}
