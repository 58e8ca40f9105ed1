package io.florin.bank.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankDatabase;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.testkit.PostgresUnderTest;
import io.florin.wallet.address.WalletAddress;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// A database of the time when payments knew only their payees' addresses is taken over.
class PayeeOwnersIT {

    private final TestNetwork network = new TestNetwork(4);

    @Test
    void ownersAreReadFromAddresses() {
        try (PostgresUnderTest database = PostgresUnderTest.start("owners")) {
            BankDatabase.migrate(database, "6");
            JdbcClient jdbc = JdbcClient.create(
                    new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password()));
            jdbc.sql("""
                insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
                values (1, 'XF1', true, '\\x01', '\\x01', 1, 'ENROLLED', '', now())
                """).update();
            OwnerKey owner = new OwnerKey(network.newKey().publicKey());
            for (int i = 0; i < 20; i++) {
                pay(jdbc, i, new WalletAddress(owner, network.newId()));
            }
            BankDatabase.migrate(database, "latest");
            assertThat(jdbc.sql("select distinct payee_owner from payment")
                            .query((row, _) -> OwnerKey.of(row.getBytes(1)))
                            .list())
                    .containsExactly(owner);
        }
    }

    private static void pay(JdbcClient jdbc, int seq, WalletAddress payee) {
        jdbc.sql("""
            insert into payment (seq, version, id, wallet, payee, payee_name, payee_account, amount, end_to_end_id,
                uetr, remittance, purpose, state, accepted_at)
            values (?, 0, ?, 1, ?, '', '', 1, '', '', '', 'PAYMENT', 'ACCEPTED', now())
            """).params(seq, new UUID(0, seq), payee.toText()).update();
    }
}
