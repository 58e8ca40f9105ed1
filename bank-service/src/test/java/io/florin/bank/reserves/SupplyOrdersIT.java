package io.florin.bank.reserves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletBook;
import io.florin.testkit.PostgresUnderTest;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class SupplyOrdersIT {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static <T> T nobody(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, called, _) -> {
            throw new IllegalStateException(called.getName());
        }));
    }

    @Test
    void whatDoesNotOpenHoldsUpNoOtherOrder() {
        try (PostgresUnderTest database = PostgresUnderTest.start("supplyorders")) {
            var source = new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
            Flyway.configure()
                    .dataSource(source)
                    .locations("classpath:db/migration/bank-service")
                    .load()
                    .migrate();
            JdbcClient jdbc = JdbcClient.create(source);
            jdbc.sql("""
                insert into supply_order (id, direction, amount, state, created_at, updated_at, disclosure)
                values (decode(repeat('01', 32), 'hex'), 'REDEMPTION', 5, 'APPROVED', now(), now(), 'damaged'),
                    (decode(repeat('02', 32), 'hex'), 'REDEMPTION', 6, 'APPROVED', now(), now(), null)
                """).update();
            SupplyOrders orders = new SupplyOrders(
                    jdbc,
                    nobody(WalletBook.class),
                    nobody(Holdings.class),
                    nobody(Vault.class),
                    PaymentGate.OPEN,
                    () -> NOON,
                    new Random(1));
            List<SupplyOrder> due = orders.due();
            assertThat(due).hasSize(2);
            assertThatThrownBy(() -> due.getFirst().approvalRequest().get()).isInstanceOf(IllegalStateException.class);
            assertThat(due.getLast().approvalRequest().get().size()).isZero();
        }
    }
}
