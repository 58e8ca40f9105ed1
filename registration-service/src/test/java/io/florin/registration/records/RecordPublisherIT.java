package io.florin.registration.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.Failure;
import io.florin.testkit.CountedStatements;
import io.florin.testkit.PostgresUnderTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class RecordPublisherIT {
    private final TestNetwork network = new TestNetwork(1);
    private final List<Long> told = new ArrayList<>();
    private final PostgresUnderTest database = PostgresUnderTest.start("registration");
    private final CountedStatements source = new CountedStatements(
            new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password()));
    private final JdbcClient jdbc = JdbcClient.create(source);
    private boolean away;
    private final RecordPublisher publisher = new RecordPublisher(
            new RecordStore(jdbc, new RecordSigner(network.networkId(), network.registration()), () -> Instant.EPOCH),
            this::publish);

    private void publish(List<StoredRecord> records) {
        if (away) {
            throw new Failure("the broker is away");
        }
        records.forEach(record -> told.add(record.sequence()));
    }

    @BeforeEach
    void migrate() {
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.username(), database.password())
                .locations("classpath:db/migration/registration-service")
                .load()
                .migrate();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void write(int first, int last) {
        jdbc.sql("insert into registration_record (sequence, time_millis, kind, encoded)"
                        + " select n, n, 'HEARTBEAT', '' from generate_series(?, ?) n")
                .params(first, last)
                .update();
    }

    @Test
    void publishesInOrderAndGoesOnWhereTheBrokerWasAway() {
        write(1, 120);
        away = true;
        assertThatThrownBy(publisher::publishAll).isInstanceOf(Failure.class);
        away = false;

        publisher.publishAll();

        assertThat(told).hasSize(120).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aPassWithNothingToPublishTakesTwoStatementsWhateverWasPublished() {
        assertThat(source.of(publisher::publishAll)).as("cursor and page").isEqualTo(2);
        write(1, 500);
        publisher.publishAll();
        assertThat(told).hasSize(500);

        assertThat(source.of(publisher::publishAll)).isEqualTo(2);
        assertThat(told).hasSize(500);
    }
}
