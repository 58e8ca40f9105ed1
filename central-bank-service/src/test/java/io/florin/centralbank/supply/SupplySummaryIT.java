package io.florin.centralbank.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.centralbank.incidents.Incidents;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.centralbank.supply.SupplySummary.SupplyPoint;
import io.florin.testkit.PostgresUnderTest;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The chart spans the ledger's life, however often the supply changed.
@NullUnmarked
class SupplySummaryIT {
    private static final int POINTS = 10;

    /// Blocks between two that changed the supply.
    private static final long APART = 7;

    private PostgresUnderTest postgres;
    private JdbcClient jdbc;
    private SupplySummary book;

    @BeforeEach
    void open() {
        postgres = PostgresUnderTest.start("central_bank_summary");
        var source = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration/central-bank-service")
                .load()
                .migrate();
        jdbc = JdbcClient.create(source);
        SupplyFollower unasked = null;
        ReserveLedger noReserves = null;
        Incidents noIncidents = null;
        book = new SupplySummary(
                unasked,
                new UnaskedRequests(),
                noReserves,
                noIncidents,
                jdbc,
                new TransactionTemplate(new JdbcTransactionManager(source)));
    }

    @AfterEach
    void close() {
        postgres.close();
    }

    /// Changes of the supply, the state before the first block among them.
    private List<Long> changed(int times) {
        jdbc.sql("truncate supply_at").update();
        jdbc.sql("insert into supply_at select n * ?, n * 100, 0, 500 from generate_series(0, ?) n")
                .params(APART, times - 1)
                .update();
        return book.overview(POINTS).stream().map(SupplyPoint::block).toList();
    }

    @Test
    void theOverviewGoesFromTheFirstChangesToTheLastInEvenSteps() {
        assertThat(changed(4)).as("all of a few").containsExactly(0L, 7L, 14L, 21L);

        for (int times : new int[] {2 * POINTS - 1, 3 * POINTS, 3 * POINTS + 1, 3 * POINTS + 5}) {
            long step = Math.ceilDiv(times, POINTS) * APART;
            List<Long> blocks = changed(times);
            assertThat(blocks).as("of %d", times).hasSizeBetween(POINTS / 2, POINTS);
            assertThat(blocks.getLast()).isEqualTo((times - 1) * APART);
            assertThat(blocks.getFirst()).isLessThan(step);
            for (int i = 1; i < blocks.size(); i++) {
                assertThat(blocks.get(i) - blocks.get(i - 1)).isEqualTo(step);
            }
        }
        assertThat(book.overview(POINTS).getLast().issued()).isEqualTo((3 * POINTS + 4) * 100L);
    }
}
