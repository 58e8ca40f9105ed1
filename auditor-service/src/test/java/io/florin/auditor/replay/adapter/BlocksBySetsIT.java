package io.florin.auditor.replay.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.florin.auditor.TestMoney;
import io.florin.auditor.events.adapter.EventOutbox;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.replay.BlockVerdict;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.BlockVerdict.Repeat;
import io.florin.auditor.status.adapter.CheckpointReconciler;
import io.florin.auditor.supply.adapter.SupplyBook;
import io.florin.auditor.supply.adapter.SupplyProperties;
import io.florin.auditor.trace.adapter.TraceIndex;
import io.florin.crypto.Bytes;
import io.florin.doubles.node.NetworkDirectory;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.audit.SignedEvent;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.testkit.CountedStatements;
import io.florin.testkit.PostgresUnderTest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// Rows that the auditor writes for blocks, in a real database: as many statements however many transactions and blocks
/// there are, and each block once whatever happens to a commit.
class BlocksBySetsIT {
    private static final String TOPIC = "settlement.blocks.1";

    /// Block, index of transactions, supply, its event, position in the topic.
    private static final int STATEMENTS = 5;

    private final TestNetwork network = new TestNetwork(61);
    private final TestMoney money = new TestMoney(network);
    private final TestChain chain = new TestChain(network);
    private final List<Incident> incidents = new ArrayList<>();
    private PostgresUnderTest postgres;
    private CountedStatements database;
    private NodeIdentity node;
    private Run run;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        postgres = PostgresUnderTest.start("auditor_sets");
        DataSource source = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration/auditor-service")
                .load()
                .migrate();
        database = new CountedStatements(source);
        node = NodeIdentity.load(NetworkDirectory.of(network, directory), new Peer(NodeRole.AUDITOR, 1));
        run = new Run();
    }

    @AfterEach
    void close() {
        run.snapshots.close();
        node.close();
        postgres.close();
        assertThat(incidents).isEmpty();
    }

    /// Who commits, and how it ends.
    private enum Commit {
        DONE,
        FAILED,
        DONE_UNHEARD
    }

    private static final class Blocks extends AcceptedBlocks {
        Commit next = Commit.DONE;

        Blocks(DataSource database) {
            super(database);
        }

        @Override
        void store(List<StoredBlock> blocks, Runnable more) {
            Commit now = next;
            next = Commit.DONE;
            super.store(blocks, () -> {
                more.run();
                if (now == Commit.FAILED) {
                    throw away();
                }
            });
            if (now == Commit.DONE_UNHEARD) {
                throw away();
            }
        }

        private static RuntimeException away() {
            return new DataAccessResourceFailureException("away", new SQLException("away", "08006"));
        }
    }

    /// One run of the auditor's process, on what the runs before it stored.
    private final class Run {
        final Blocks store = new Blocks(database);
        final ReplayProperties properties =
                new ReplayProperties(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 1_000_000);
        final Snapshots snapshots = new Snapshots(
                new SnapshotStore(new MemorySnapshotRows(), network.genesis(), network.auditor()),
                incidents::add,
                (_, bug) -> {
                    throw new AssertionError(bug);
                },
                InstantSource.system(),
                properties);
        final ReplayWriter writer;

        Run() {
            JdbcClient jdbc = JdbcClient.create(database);
            InstantSource clock = InstantSource.system();
            var meters = new SimpleMeterRegistry();
            var join = new CheckpointReconciler(network.genesis(), store, incidents::add, meters, clock);
            var supply = new SupplyBook(
                    jdbc,
                    incidents::add,
                    new EventOutbox(new JdbcTemplate(database), node, clock),
                    join,
                    () -> {
                        throw new AssertionError("no proofs in a clear currency");
                    },
                    node,
                    new SupplyProperties(1, 1, 10));
            writer = new ReplayWriter(
                    network.genesis(),
                    store,
                    snapshots,
                    List.of(join, supply, new TraceIndex(jdbc)),
                    incidents::add,
                    new ReplayMetrics(meters),
                    clock);
            writer.replayStore();
        }

        /// @return whether it was the next one, and not one that was applied before
        boolean take(Block block) {
            BlockVerdict verdict = writer.take(
                    new BlockSource(1, BlockSource.Kind.TOPIC),
                    OptionalLong.of(block.header().number()),
                    Bytes.of(block.encode()));
            assertThat(verdict).isInstanceOfAny(Accepted.class, Repeat.class);
            return verdict instanceof Accepted;
        }

        /// A batch of the topic.
        void read(List<Block> blocks) {
            blocks.forEach(this::take);
            writer.store(TOPIC, blocks.getLast().header().number());
        }
    }

    private Block block(int transactions) {
        return chain.append(IntStream.range(0, transactions)
                .mapToObj(i -> money.issue(1_000 + i))
                .toArray(ClientTransaction[]::new));
    }

    private long rows(String table) {
        return JdbcClient.create(database)
                .sql("select count(*) from " + table)
                .query(Long.class)
                .single();
    }

    private List<Long> blocksTold() {
        return JdbcClient.create(database)
                .sql("select payload from audit_event order by number")
                .query((row, _) -> ((SupplyProved)
                                SignedEvent.decode(row.getBytes("payload")).event())
                        .block())
                .list();
    }

    @Test
    void statementsDoNotGrowWithTransactionsNorWithBlocks() {
        run.read(List.of(block(1)));
        Block small = block(1);
        Block large = block(64);
        List<Block> several = List.of(block(8), block(1), block(32), block(8));

        assertThat(database.of(() -> run.read(List.of(small)))).isEqualTo(STATEMENTS);
        assertThat(database.of(() -> run.read(List.of(large))))
                .as("64 transactions")
                .isEqualTo(STATEMENTS);
        assertThat(database.of(() -> run.read(several)))
                .as("four blocks that are there together")
                .isEqualTo(STATEMENTS);

        assertThat(rows("audit_block")).isEqualTo(7);
        assertThat(rows("audit_transaction")).isEqualTo(1 + 1 + 64 + 8 + 1 + 32 + 8);
        assertThat(rows("audit_supply")).isEqualTo(7);
        assertThat(blocksTold()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(run.store.position(TOPIC)).isEqualTo(7);
    }

    @Test
    void whatIsReadIsWhatWasReplayed() {
        Issue issue = money.issue(600, 400);
        var payment = money.pay(TestMoney.output(issue, 0), 250);
        var again = money.pay(TestMoney.output(issue, 0), 100);
        run.read(List.of(chain.append(issue), chain.append(payment, again)));

        assertThat(JdbcClient.create(database).sql("""
            select block || ' ' || place || ' ' || transaction_id || ' ' || status || ' ' || kind || ' '
                || namespace || ' ' || inputs || ' ' || outputs || ' ' || amount_in || ' '
                || amount_out || ' ' || amount_recorded
            from audit_transaction order by block, place
            """).query(String.class).list())
                .containsExactly(
                        "1 0 " + issue.id().toHex() + " COMMITTED ISSUE 1 0 2 0 1000 1000",
                        "2 0 " + payment.id().toHex() + " COMMITTED TRANSFER 1 1 2 600 600 0",
                        "2 1 " + again.id().toHex() + " ABORTED_READ_CONFLICT  0 0 0 0 0 0");
        assertThat(run.store.after(0))
                .extracting(StoredBlock::number, StoredBlock::transactions, StoredBlock::committed)
                .containsExactly(tuple(1L, 1, 1), tuple(2L, 2, 1));
        assertThat(run.store.after(1).getFirst().encoded())
                .isEqualTo(Bytes.of(chain.blocks().get(1).encode()));
        assertThat(run.store.outcomes(2)).isPresent();
        assertThat(run.store.seenAt(2))
                .contains(run.store.block(2).orElseThrow().seenAt());
        assertThat(run.store.transactions()).isEqualTo(3);
        assertThat(run.store.committed()).isEqualTo(2);
    }

    /// Whatever became of the commit: the next one holds what is missing, and each block is told once.
    @Test
    void eachBlockIsKeptAndToldOnce() {
        run.read(List.of(block(3)));
        for (Commit end : List.of(Commit.FAILED, Commit.DONE_UNHEARD)) {
            List<Block> blocks = List.of(block(4), block(1));
            run.store.next = end;
            assertThatThrownBy(() -> run.read(blocks)).isInstanceOf(DataAccessException.class);
            assertThat(run.take(blocks.getFirst())).as("it was applied").isFalse();
            run.read(blocks);
        }
        assertThat(blocksTold()).containsExactlyElementsOf(numbers(5));
        assertThat(rows("audit_block")).isEqualTo(5);
        assertThat(rows("audit_supply")).isEqualTo(5);
        assertThat(rows("audit_transaction")).isEqualTo(3 + 2 * 5);
    }

    /// A process that ends with a commit of which it has not heard, or without it, is followed by one that goes on.
    @Test
    void aRunGoesOnWhereTheOneBeforeItEnded() {
        run.read(List.of(block(3)));
        for (Commit end : List.of(Commit.FAILED, Commit.DONE_UNHEARD)) {
            List<Block> blocks = List.of(block(4), block(1));
            run.store.next = end;
            assertThatThrownBy(() -> run.read(blocks)).isInstanceOf(DataAccessException.class);

            run.snapshots.close();
            run = new Run();
            assertThat(run.take(blocks.getFirst())).isEqualTo(end == Commit.FAILED);
            run.read(blocks);
        }
        assertThat(blocksTold()).containsExactlyElementsOf(numbers(5));
        assertThat(rows("audit_transaction")).isEqualTo(3 + 2 * 5);

        run.snapshots.close();
        assertThat(database.of(() -> run = new Run()))
                .as("a page of blocks and the end; lines counted, supplies read, nothing written")
                .isEqualTo(4);
        assertThat(blocksTold()).containsExactlyElementsOf(numbers(5));
    }

    /// Lines of an earlier run for blocks that come again are replaced, those that are too many as well.
    @Test
    void linesOfBlocksThatComeAgainAreReplaced() {
        Block block = block(3);
        run.read(List.of(block));
        run.snapshots.close();
        JdbcClient jdbc = JdbcClient.create(database);
        jdbc.sql("delete from audit_block").update();
        jdbc.sql("update audit_transaction set status = 'ABORTED_EXPIRED'").update();
        jdbc.sql("insert into audit_transaction select block, 77, transaction_id, status, kind, namespace, inputs,"
                        + " outputs, amount_in, amount_out, amount_recorded from audit_transaction where place = 0")
                .update();

        run = new Run();
        run.read(List.of(block));

        assertThat(jdbc.sql("select place || status from audit_transaction order by place")
                        .query(String.class)
                        .list())
                .containsExactly("0COMMITTED", "1COMMITTED", "2COMMITTED");
        assertThat(blocksTold()).as("its supply was told already").containsExactly(1L);
    }

    private static List<Long> numbers(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }
}
