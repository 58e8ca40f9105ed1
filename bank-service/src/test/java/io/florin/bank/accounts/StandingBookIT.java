package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.fakenet.BankDatabase;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RecordSequence.Position;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.activity.Activity;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Standings of wallets as registration's records say them, written by sets.
class StandingBookIT {

    private static final int WALLETS = 50;

    private final TestNetwork network = new TestNetwork(9);
    private final Map<OwnerKey, Standing> suspended = new LinkedHashMap<>();
    private BankDatabase database;
    private StandingBook book;

    @BeforeEach
    void open() {
        database = new BankDatabase();
        book = new StandingBook(
                database.jdbc(), database.transactions(), WalletChanges.NONE, new WalletNews(), new Activity());
        for (int number = 1; number <= WALLETS; number++) {
            OwnerKey owner = new OwnerKey(network.newKey().publicKey());
            suspended.put(owner, Standing.SUSPENDED);
            database.jdbc()
                    .sql("""
                        insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
                        values (?, ?, true, ?, ''::bytea, 1, 'ENROLLED', ''::bytea, now())
                        """)
                    .params(number, "XF" + number, owner.value().toArray())
                    .update();
        }
    }

    @AfterEach
    void close() {
        database.close();
    }

    private long statements(long sequence, Map<OwnerKey, Standing> changed) {
        Position before = book.position();
        long counted = database.statements();
        assertThat(book.apply(before, new Position(sequence, sequence, 1), changed))
                .isTrue();
        return database.statements() - counted;
    }

    private long countSuspended() {
        return database.jdbc()
                .sql("select count(*) from wallet where state = 'SUSPENDED'")
                .query(Long.class)
                .single();
    }

    /// The position and the standings, or the position alone where records are of other banks.
    @Test
    void recordsOfManyWalletsTakeAsManyStatementsAsOfOne() {
        OwnerKey first = suspended.keySet().iterator().next();
        assertThat(statements(1, Map.of())).isEqualTo(1);
        assertThat(statements(2, Map.of(first, Standing.SUSPENDED))).isEqualTo(2);
        assertThat(countSuspended()).isEqualTo(1);
        assertThat(statements(3, suspended)).isEqualTo(2);
        assertThat(countSuspended()).isEqualTo(WALLETS);
    }

    /// As many as a large bank has, all of them suspended at once.
    @Test
    void aStatementForEachTenThousandOfAHundredThousandWallets() {
        int many = 100_000;
        database.jdbc().sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
            select 1000 + n, 'XFM' || n, true, sha256(n::text::bytea), ''::bytea, 1, 'ENROLLED', ''::bytea, now()
            from generate_series(1, ?) n
            """).param(many).update();
        Map<OwnerKey, Standing> told = new LinkedHashMap<>();
        for (int n = 1; n <= many; n++) {
            told.put(
                    new OwnerKey(Bytes32.of(Sha256.digest(Integer.toString(n).getBytes(StandardCharsets.UTF_8)))),
                    n % 60 == 0 ? Standing.REVOKED : Standing.SUSPENDED);
        }
        Map<OwnerKey, Standing> some = new LinkedHashMap<>();
        told.entrySet().stream().limit(1_500).forEach(each -> some.put(each.getKey(), each.getValue()));

        assertThat(statements(1, some)).isEqualTo(2);
        assertThat(countSuspended()).isEqualTo(1_475);

        assertThat(statements(2, told)).isEqualTo(1 + many / 10_000);
        assertThat(countSuspended()).isEqualTo(many - many / 60);
    }

    @Test
    void whereThePositionIsAnotherOneNothingIsKept() {
        Position elsewhere = new Position(7, 7, 1);
        assertThat(book.apply(elsewhere, new Position(8, 8, 1), suspended)).isFalse();
        assertThat(countSuspended()).isZero();
    }
}
