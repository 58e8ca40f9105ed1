package io.florin.endorser.directory.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.endorser.TestPayments;
import io.florin.endorser.directory.adapter.DirectoryStore.Kept;
import io.florin.endorser.directory.adapter.DirectoryStore.Position;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.testkit.PostgresUnderTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;

class DirectoryStoreIT {

    private static final String MIGRATION = "db/migration/endorser-service/V2__registration_records.sql";

    private static PostgresUnderTest postgres;
    private static DriverManagerDataSource source;
    private static JdbcTemplate jdbc;

    private final TestNetwork network = new TestNetwork(8);
    private final TestPayments payments = new TestPayments(network.genesis(), 8);
    private long sequence;

    @BeforeAll
    static void start() {
        postgres = PostgresUnderTest.start("endorser");
        source = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
        jdbc = new JdbcTemplate(source);
        new ResourceDatabasePopulator(new ClassPathResource(MIGRATION)).execute(source);
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @BeforeEach
    void empty() {
        jdbc.update("DELETE FROM registration_seal");
        jdbc.update("DELETE FROM registration_record");
    }

    private DirectoryStore store(TestNetwork of) {
        var transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        return new DirectoryStore(jdbc, transaction, of.networkId(), of.committer());
    }

    private RegistrationRecord record(RegistrationEvent event) {
        return network.record(++sequence, 1_000 + sequence, event);
    }

    private Position position() {
        return new Position(sequence, 1_000 + sequence, 2 * sequence);
    }

    private List<RegistrationRecord> enrolled() {
        List<RegistrationRecord> records = new ArrayList<>();
        payments.enrollments().forEach(event -> records.add(record(event)));
        return records;
    }

    @Test
    void nothingIsKeptAtFirst() {
        assertThat(store(network).load()).isEmpty();
    }

    @Test
    void keepsTheLastRecordOfEachAndWhereToGoOn() {
        DirectoryStore store = store(network);
        List<RegistrationRecord> first = enrolled();
        store.save(position(), first);
        RegistrationRecord suspended = record(payments.enrollment(payments.payer(), Standing.SUSPENDED));
        RegistrationRecord revoked = record(payments.enrollment(payments.payer(), Standing.REVOKED));
        store.save(position(), List.of(suspended, revoked));
        sequence++;
        store.save(position(), List.of());

        Kept kept = store(network).load().orElseThrow();

        assertThat(kept.known().records()).containsExactlyInAnyOrder(first.get(0), first.get(2), revoked);
        assertThat(new Position(kept.known().sequence(), kept.known().timeMillis(), kept.nextOffset()))
                .isEqualTo(position());
        RegistrationRecord active = record(payments.enrollment(payments.payer(), Standing.ACTIVE));
        DirectoryStore next = store(network);
        assertThat(next.load()).isPresent();
        next.save(position(), List.of(active));
        assertThat(store(network).load().orElseThrow().known().records()).contains(active);
    }

    @Test
    void throwsAwayWhatIsNotAsItWasKept() {
        List<String> acts = List.of(
                "DELETE FROM registration_record WHERE subject IN (SELECT subject FROM registration_record LIMIT 1)",
                "UPDATE registration_record SET record = record || '\\x00'::bytea",
                "UPDATE registration_seal SET sequence = sequence + 1",
                "UPDATE registration_seal SET next_offset = 0",
                "DELETE FROM registration_seal");
        for (String act : acts) {
            sequence = 0;
            store(network).save(position(), List.of());
            DirectoryStore store = store(network);
            assertThat(store.load()).isPresent();
            List<RegistrationRecord> records = enrolled();
            store.save(position(), records);
            jdbc.update(act);

            assertThat(store(network).load()).as(act).isEmpty();

            assertThat(jdbc.queryForObject("SELECT count(*) FROM registration_record", Long.class))
                    .isZero();
        }
    }

    @Test
    void anotherNodesSealIsWorthNothing() {
        List<RegistrationRecord> records = enrolled();
        store(network).save(position(), records);
        assertThat(store(new TestNetwork(9)).load()).isEmpty();
    }
}
