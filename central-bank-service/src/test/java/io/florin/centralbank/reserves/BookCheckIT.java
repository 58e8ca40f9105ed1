package io.florin.centralbank.reserves;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.centralbank.incidents.Incidents;
import io.florin.ledger.Amount;
import io.florin.testkit.CountedStatements;
import io.florin.testkit.PostgresUnderTest;
import java.time.Instant;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// Books that are added up when there is something new, and once a minute whatever is said of them.
@NullUnmarked
class BookCheckIT {

    /// A look whether anything changed, and all postings by account and by booking.
    private static final int ALL = 3;

    private final PostgresUnderTest postgres = PostgresUnderTest.start("central_bank_books");
    private final CountedStatements database = new CountedStatements(
            new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password()));
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private JdbcClient jdbc;
    private Incidents incidents;
    private ReserveLedger reserves;
    private BookCheck check;

    @BeforeEach
    void open() {
        Flyway.configure()
                .dataSource(postgres.jdbcUrl(), postgres.username(), postgres.password())
                .locations("classpath:db/migration/central-bank-service")
                .load()
                .migrate();
        jdbc = JdbcClient.create(database);
        incidents = new Incidents(jdbc, null, () -> now);
        reserves = new ReserveLedger(jdbc, () -> now);
        check = new BookCheck(jdbc, incidents, () -> now);
        reserves.open(1, Amount.of(500));
        check.check();
    }

    @AfterEach
    void close() {
        postgres.close();
    }

    private long statements() {
        now = now.plusSeconds(5);
        return database.of(check::check);
    }

    @Test
    void aPassWithoutABookingIsOneStatement() {
        for (int pass = 0; pass < 5; pass++) {
            assertThat(statements()).isEqualTo(1);
        }
        reserves.open(2, Amount.of(70));
        assertThat(statements()).isEqualTo(ALL);
        assertThat(statements()).isEqualTo(1);

        now = now.plus(BookCheck.ANYWAY);
        assertThat(statements()).as("once a minute").isEqualTo(ALL);
        assertThat(statements()).isEqualTo(1);
        assertThat(incidents.open()).isEmpty();
    }

    @Test
    void aBalanceThatSomebodyAlteredIsFoundAtOnce() {
        jdbc.sql("update account set balance = balance + 1 where name = 'RESERVE:1'")
                .update();
        check.check();

        assertThat(incidents.open()).containsExactly("books-broken: account RESERVE:1 is not the sum of its postings");
        assertThat(statements()).as("while it is wrong").isGreaterThanOrEqualTo(ALL);
    }

    /// Whoever has such access can also switch off the trigger that refuses it, and nothing tells of that.
    @Test
    void aPostingThatSomebodyAlteredIsFoundWithinAMinute() {
        jdbc.sql("alter table posting disable trigger user").update();
        jdbc.sql("update posting set amount = amount + 1 where account = 'RESERVE:1'")
                .update();
        now = now.plus(BookCheck.ANYWAY);
        check.check();

        assertThat(incidents.open())
                .hasSize(2)
                .anyMatch(each -> each.startsWith("books-broken: account RESERVE:1"))
                .anyMatch(each -> each.startsWith("books-broken: booking "));
    }

    /// By a clock that was set back.
    @Test
    void withoutATimeThatGoesOnAllIsAddedUp() {
        now = now.minusSeconds(3_600);
        assertThat(database.of(check::check)).isEqualTo(ALL);
    }
}
