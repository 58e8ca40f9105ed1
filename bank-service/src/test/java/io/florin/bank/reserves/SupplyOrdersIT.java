package io.florin.bank.reserves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.protocol.PaymentGate;
import io.florin.doubles.api.Unasked;
import io.florin.doubles.api.UnaskedAuditor;
import io.florin.doubles.api.UnaskedCentralBank;
import io.florin.doubles.api.UnaskedEndorser;
import io.florin.fakenet.BankDatabase;
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLedger;
import io.florin.fakenet.UnaskedVault;
import io.florin.fakenet.UnaskedWallets;
import io.florin.runtime.submission.EndorserClient;
import io.florin.runtime.submission.SubmissionClient;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class SupplyOrdersIT {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void whatDoesNotOpenHoldsUpNoOtherOrder() {
        try (BankDatabase database = new BankDatabase()) {
            JdbcClient jdbc = database.jdbc();
            jdbc.sql("""
                insert into supply_order (id, direction, amount, state, created_at, updated_at, disclosure)
                values (decode(repeat('01', 32), 'hex'), 'REDEMPTION', 5, 'APPROVED', now(), now(), 'damaged'),
                    (decode(repeat('02', 32), 'hex'), 'REDEMPTION', 6, 'APPROVED', now(), now(), null)
                """).update();
            SupplyOrders orders = orders(database);
            List<SupplyOrder> due = orders.due();
            assertThat(due).hasSize(2);
            assertThatThrownBy(() -> due.getFirst().approvalRequest().get()).isInstanceOf(Unasked.class);
            assertThat(due.getLast().approvalRequest().get().size()).isZero();
        }
    }

    private static SupplyOrders orders(BankDatabase database) {
        return new SupplyOrders(
                database.jdbc(),
                new UnaskedWallets(),
                new UnaskedHoldings(),
                new UnaskedVault(),
                PaymentGate.OPEN,
                () -> NOON,
                new Random(1));
    }

    /// Orders that have ended, and those that wait for others until later.
    @Test
    void aPassWithNothingDueTakesOneStatementWhateverTheNumberOfOrders() {
        try (BankDatabase database = new BankDatabase()) {
            SupplyLoop loop = new SupplyLoop(
                    orders(database),
                    new SupplyLoop.Bank(
                            1, new UnaskedWallets(), new UnaskedHoldings(), new UnaskedTreasury(), new UnaskedLedger()),
                    new UnaskedCentralBank(),
                    new SubmissionClient(new EndorserClient(List.of(new UnaskedEndorser()), new Random(1))),
                    new UnaskedAuditor(),
                    database.transactions());
            assertThat(statementsOf(database, loop)).isEqualTo(1);

            database.jdbc().sql("""
                insert into supply_order (id, direction, amount, state, created_at, updated_at, next_attempt_at)
                select decode(lpad(to_hex(n), 64, '0'), 'hex'), 'WITHDRAWAL', 5,
                    (array['SETTLED', 'REFUSED', 'REQUESTED'])[1 + n % 3], now(), now(), 'infinity'
                from generate_series(1, 300) n
                """).update();

            assertThat(statementsOf(database, loop)).isEqualTo(1);
        }
    }

    private static long statementsOf(BankDatabase database, SupplyLoop loop) {
        long before = database.statements();
        assertThat(loop.step()).isZero();
        return database.statements() - before;
    }
}
