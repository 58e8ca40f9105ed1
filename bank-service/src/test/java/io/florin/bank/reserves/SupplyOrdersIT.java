package io.florin.bank.reserves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletBook;
import io.florin.fakenet.BankDatabase;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class SupplyOrdersIT {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static <T> T nobody(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, called, _) -> {
            throw new IllegalStateException(called.getName());
        }));
    }

    @Test
    void whatDoesNotOpenHoldsUpNoOtherOrder() {
        try (BankDatabase database = new BankDatabase()) {
            JdbcClient jdbc = database.jdbc();
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
