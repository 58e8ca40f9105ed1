package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.holdings.BlockEffects.Created;
import io.florin.bank.protocol.CreditNews;
import io.florin.bank.protocol.Holdings.Funds;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes;
import io.florin.fakenet.BankDatabase;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A block that brings ten thousand credits is two statements more, and no name is compared in it.
class HeldCrowdIT {

    private static final int CROWD = 10_000;

    private BankDatabase database;
    private JdbcClient jdbc;
    private BlockEffects store;

    @BeforeEach
    void start() {
        database = new BankDatabase();
        jdbc = database.jdbc();
        store = new BlockEffects(jdbc, WalletChanges.NONE, new CreditNews(() -> {}));
        for (long wallet = 1; wallet <= 2; wallet++) {
            jdbc.sql("""
                insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
                values (?, ?, ?, ?, ''::bytea, 1, 'ENROLLED', ''::bytea, now())
                """)
                    .params(wallet, "IBAN" + wallet, wallet == 1, bytes((int) wallet))
                    .update();
        }
    }

    @AfterEach
    void stop() {
        database.close();
    }

    private static byte[] bytes(int number) {
        return ByteBuffer.allocate(32).putInt(number).array();
    }

    private static Created credit(int number, long wallet, int transaction) {
        return new Created(Bytes.of(bytes(number)), wallet, 7, Bytes.of(bytes(transaction)), number % 16, null, true);
    }

    @Test
    void aCrowdIsHeldAtOnceAndNothingOfTheBanksOwn() {
        List<Created> crowd = IntStream.range(0, CROWD)
                .mapToObj(number -> credit(number, 1, number / 16))
                .toList();
        Created holders = credit(CROWD, 2, 5_000);
        Created own = credit(CROWD + 1, 1, 6_000);
        jdbc.sql("""
            insert into outgoing (seq, transaction_id, content, audit_required, plan, stage, state, expiry_height,
                next_attempt_at, wallet, of_file)
            values (1, ?, ''::bytea, false, gen_random_uuid(), 0, 'FINAL', 1, now(), 1, false)
            """).param(bytes(6_000)).update();
        store.create(crowd, 1);
        store.create(List.of(holders, own), 1);
        store.hold(crowd, 1, Instant.EPOCH);
        store.hold(List.of(holders, own), 1, Instant.EPOCH);

        TokenStore tokens = new TokenStore(jdbc, 1, WalletChanges.NONE);
        assertThat(tokens.funds(1)).isEqualTo(new Funds((CROWD + 1) * 7L, CROWD * 7L, CROWD * 7L, 0));
        assertThat(tokens.funds(1).available()).isEqualTo(7);
        assertThat(tokens.available(1)).hasSize(1);
        assertThat(tokens.funds(2)).as("its holder has the keys").isEqualTo(new Funds(7, 0, 0, 0));
        assertThat(jdbc.sql("select count(*) from held_credit where state = 'WAITING' and custodial")
                        .query(Long.class)
                        .single())
                .isEqualTo(CROWD);
    }
}
