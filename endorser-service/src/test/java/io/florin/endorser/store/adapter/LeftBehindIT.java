package io.florin.endorser.store.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.endorser.TestPayments;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.LeftBehind;
import io.florin.endorser.protocol.OpenTransaction;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.TransactionStore.OpenShare;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.testkit.PostgresUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;

/// The statements say the same as [LeftBehind].
@NullUnmarked
class LeftBehindIT {

    private static final long NOON = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();
    private static final Duration AGE = Duration.ofSeconds(45);

    private final TestNetwork network = new TestNetwork(5);
    private final TestPayments payments = new TestPayments(network.genesis(), 5);
    private final AtomicLong wallMillis = new AtomicLong();

    @Test
    void whatIsOldAndWhatIsOfAClockSetBackIsLeftBehind() {
        try (PostgresUnderTest postgres = PostgresUnderTest.start("endorser")) {
            var source = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
            new ResourceDatabasePopulator(
                            new ClassPathResource("db/migration/endorser-service/V1__client_transactions.sql"))
                    .execute(source);
            try (var writer = new StoreWriter(
                    new TransactionTemplate(new DataSourceTransactionManager(source)),
                    new StoreProperties(64, 16),
                    (component, bug) -> {
                        throw new AssertionError(component, bug);
                    },
                    "writer")) {
                writer.start();
                var store = new PostgresTransactionStore(
                        new JdbcTemplate(source),
                        writer,
                        null,
                        null,
                        new LedgerPosition(network.configuration(), 0),
                        () -> Instant.ofEpochMilli(wallMillis.get()));
                TransactionId old = keep(store, NOON - 60_000);
                keep(store, NOON - 10_000);
                keep(store, NOON + 10_000); // since the bound was drawn
                TransactionId early = keep(store, NOON + 60_000);

                LeftBehind leftBehind = LeftBehind.at(NOON, AGE);

                assertThat(store.openOwn(leftBehind, 0, 10))
                        .extracting(OpenTransaction::id)
                        .containsExactly(old, early);
                assertThat(store.openShares(leftBehind, 10))
                        .flatExtracting(OpenShare::transactions)
                        .extracting(OpenTransaction::id)
                        .containsExactly(old, early);
            }
        }
    }

    /// Its own submission, and a share over it.
    private TransactionId keep(PostgresTransactionStore store, long millis) {
        wallMillis.set(millis);
        List<AcceptedTransaction> one = payments.accepted(1);
        store.store(one, true);
        TransactionId id = one.getFirst().id();
        store.shareGiven(
                new ShareOrder(
                        network.configuration().endorserGroups().getFirst(),
                        1,
                        List.of(id),
                        Bundle.rootOf(List.of(one.getFirst().encoded())),
                        Collections.emptySortedMap()),
                millis);
        return id;
    }
}
