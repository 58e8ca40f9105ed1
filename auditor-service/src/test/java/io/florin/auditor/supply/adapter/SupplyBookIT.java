package io.florin.auditor.supply.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.TestMoney;
import io.florin.auditor.events.adapter.EventOutbox;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.auditor.status.adapter.CheckpointReconciler;
import io.florin.crypto.Bytes;
import io.florin.doubles.node.NetworkDirectory;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.testkit.PostgresUnderTest;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// The curve of the page spans the ledger's life, however long that is.
@NullUnmarked
class SupplyBookIT {
    private static final int POINTS = 10;

    private final TestNetwork network = new TestNetwork(62);
    private final TestMoney money = new TestMoney(network);
    private final TestChain chain = new TestChain(network);
    private final LedgerReplay replay = new LedgerReplay(network.genesis());
    private final List<Incident> incidents = new ArrayList<>();
    private PostgresUnderTest postgres;
    private NodeIdentity node;
    private SupplyBook book;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        postgres = PostgresUnderTest.start("auditor_supply");
        DataSource source = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration/auditor-service")
                .load()
                .migrate();
        node = NodeIdentity.load(NetworkDirectory.of(network, directory), new Peer(NodeRole.AUDITOR, 1));
        CheckpointReconciler unasked = null;
        book = new SupplyBook(
                JdbcClient.create(source),
                incidents::add,
                new EventOutbox(new JdbcTemplate(source), node, InstantSource.system()),
                unasked,
                () -> {
                    throw new AssertionError("no proofs in a clear currency");
                },
                node,
                new SupplyProperties(1, 1, POINTS));
    }

    @AfterEach
    void close() {
        node.close();
        postgres.close();
        assertThat(incidents).isEmpty();
    }

    private void issueTill(int head) {
        while (replay.height() < head) {
            Bytes next = Bytes.of(chain.append(money.issue(100)).encode());
            Accepted accepted = (Accepted) replay.offer(OptionalLong.empty(), next);
            book.write(List.of(book.replayed(accepted.block(), state())));
        }
    }

    private ReplayState state() {
        return new ReplayState() {
            @Override
            public boolean fromStore() {
                return false;
            }

            @Override
            public SortedMap<Integer, BigInteger> unspent() {
                return replay.unspent();
            }
        };
    }

    private List<Long> blocks() {
        return book.overview(POINTS).stream().map(row -> row.figures().block()).toList();
    }

    @Test
    void theOverviewGoesFromTheFirstBlocksToTheLastInEvenSteps() {
        issueTill(POINTS - 1);
        assertThat(blocks()).as("all of a few").containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);

        for (int head : new int[] {3 * POINTS, 3 * POINTS + 1, 3 * POINTS + 5}) {
            issueTill(head);
            long step = Math.ceilDiv(head, POINTS);
            List<Long> blocks = blocks();
            assertThat(blocks).as("of %d", head).hasSizeBetween(POINTS / 2, POINTS);
            assertThat(blocks.getLast()).isEqualTo(head);
            assertThat(blocks.getFirst()).isBetween(1L, step);
            for (int i = 1; i < blocks.size(); i++) {
                assertThat(blocks.get(i) - blocks.get(i - 1)).isEqualTo(step);
            }
        }
        assertThat(book.overview(POINTS).getLast().figures().issued()).isEqualTo((3 * POINTS + 5) * 100L);
    }
}
