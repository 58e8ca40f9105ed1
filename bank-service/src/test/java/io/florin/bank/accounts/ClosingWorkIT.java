package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.doubles.api.Unasked;
import io.florin.doubles.api.UnaskedCommitter;
import io.florin.fakenet.BankDatabase;
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLedger;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.loop.BackgroundLoop;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Statements and questions by which closings go on: as many for many wallets as for one, and registration is asked
/// when there is a step to make.
@NullUnmarked
class ClosingWorkIT {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final int WALLETS = 30;
    private static final long HEIGHT = 70;

    private final TestNetwork network = new TestNetwork(9);
    private Instant now = NOON;
    private long block = HEIGHT;
    private int heads;
    private int blockLooks;
    private int asked;
    private int told;
    private BankDatabase database;
    private Closings closings;
    private ClosingLoop loop;

    @BeforeEach
    void open() {
        database = new BankDatabase();
        Accounts nobody = null;
        var holdings = new UnaskedHoldings() {
            @Override
            public long block() {
                blockLooks++;
                return block;
            }

            @Override
            public void lock(Collection<Long> wallets) {}
        };
        var ledger = new UnaskedLedger() {
            @Override
            public NetworkConfiguration configuration() {
                return network.configuration();
            }
        };
        closings = new Closings(database.jdbc(), nobody, holdings, ledger, null, () -> now, UUID::randomUUID);
        var committer = new UnaskedCommitter() {
            @Override
            public LedgerHead head() {
                heads++;
                return new LedgerHead(network.networkId().toHex(), HEIGHT, "", "", 1);
            }
        };
        loop = new ClosingLoop(
                closings,
                new Registration(),
                ledger,
                holdings,
                new LedgerHeight(Map.of(1, committer), Set.of()),
                () -> now,
                Duration.ofDays(1));
        wallets(1, WALLETS, "ENROLLED");
    }

    @AfterEach
    void close() {
        database.close();
    }

    /// Says that whatever is asked about is being closed.
    private final class Registration implements RegistrationInternalApi {
        @Override
        public EnrollmentView enrollment(String reference) {
            asked++;
            return new EnrollmentView(reference, "CLOSING", "", 1, "", "", 0);
        }

        @Override
        public EnrollmentView closing(String reference, ClosingForm form) {
            told++;
            return new EnrollmentView(reference, "CLOSED", "", 1, "", "", 0);
        }

        @Override
        public List<String> records(long after) {
            throw new Unasked("records");
        }

        @Override
        public EnrollmentView share(String reference, ShareForm form) {
            throw new Unasked("share");
        }

        @Override
        public EnrollmentView apply(EnrollmentApplication application) {
            throw new Unasked("apply");
        }
    }

    private void wallets(int first, int last, String state) {
        database.jdbc().sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
            select n, 'XF' || n, true, decode(lpad(to_hex(n), 64, '0'), 'hex'), '', 1, ?, '', now()
            from generate_series(?, ?) n
            """).params(state, first, last).update();
    }

    private void closing(int first, int last) {
        database.jdbc()
                .sql("update wallet set state = 'CLOSING' where number between ? and ?")
                .params(first, last)
                .update();
    }

    private long statements(int answer) {
        long before = database.statements();
        assertThat(loop.step()).isEqualTo(answer);
        return database.statements() - before;
    }

    private long count(String table, String where) {
        return database.jdbc()
                .sql("select count(*) from " + table + " where " + where)
                .query(Long.class)
                .single();
    }

    @Test
    void whereNothingIsBeingClosedAPassIsOneStatement() {
        assertThat(statements(0)).isEqualTo(1);
        database.jdbc().sql("""
            insert into wallet_closing (id, wallet, state, ordered_by, ordered_at, ended_at)
            select gen_random_uuid(), n, 'STOPPED', 'clerk', now(), now() from generate_series(1, ?) n
            """).param(WALLETS).update();

        assertThat(statements(0)).isEqualTo(1);
        assertThat(asked + heads).isZero();
    }

    /// Registration says of them that they are being closed, and this bank's database has forgotten it; or it knows of
    /// closings whose wallets are open again.
    @Test
    void closingsThatLackTheirWalletsOrTheOtherWayRoundAreMendedBySets() {
        closing(1, WALLETS);
        long before = database.statements();
        assertThat(closings.open()).hasSize(WALLETS);
        assertThat(database.statements() - before)
                .as("seen, entered, and read again")
                .isEqualTo(3);
        database.jdbc().sql("update wallet set state = 'ENROLLED'").update();
        closing(1, 2);
        before = database.statements();

        assertThat(closings.open()).hasSize(2);

        assertThat(database.statements() - before)
                .as("seen, stopped, and read again")
                .isEqualTo(3);
        assertThat(count("wallet_closing", "state = 'STOPPED' and reason = 'standing-changed'"))
                .isEqualTo(WALLETS - 2L);
    }

    private void begun(int last) {
        closing(1, last);
        closings.open();
        database.jdbc()
                .sql("update wallet_closing set begun_at = ?")
                .param(Timestamp.from(NOON))
                .update();
    }

    @Test
    void whoWaitsForQuietIsAskedAboutByNobody() {
        begun(WALLETS);
        assertThat(statements(BackgroundLoop.AWAITS))
                .as("endorsers may not know of it yet")
                .isEqualTo(1);
        now = now.plusMillis(network.configuration().limits().heartbeatMillisMax());
        assertThat(statements(BackgroundLoop.AWAITS)).as("measured once").isEqualTo(2);
        assertThat(heads).isEqualTo(1);
        assertThat(count("wallet_closing", "quiet_block > " + HEIGHT)).isEqualTo(WALLETS);
        assertThat(blockLooks).isZero();
        for (int pass = 1; pass <= 5; pass++) {
            block++;
            assertThat(statements(BackgroundLoop.AWAITS)).isEqualTo(1);
            assertThat(blockLooks).as("a statement, too").isEqualTo(pass);
        }
        assertThat(heads).isEqualTo(1);
        assertThat(asked).isZero();
    }

    /// Its own payments, and notes, the bank sees by itself.
    @Test
    void registrationIsNotAskedWhileSomethingIsUnderWay() {
        begun(WALLETS);
        database.jdbc()
                .sql("update wallet_closing set quiet_block = ?")
                .param(HEIGHT - 1)
                .update();
        database.jdbc().sql("""
            insert into hidden_note (transaction_id, output, digest, note, ask_after, endorser, told_at)
            values (decode(repeat('01', 32), 'hex'), 0, decode(repeat('02', 32), 'hex'), ''::bytea, now(), 1, ?)
            """).param(Timestamp.from(NOON.minusSeconds(1))).update();
        assertThat(statements(BackgroundLoop.AWAITS)).isEqualTo(2);
        assertThat(asked).isZero();

        database.jdbc().sql("delete from hidden_note").update();
        loop.step();

        assertThat(asked).isEqualTo(WALLETS);
        assertThat(told).isEqualTo(WALLETS);
        assertThat(count("wallet", "state = 'CLOSED'")).isEqualTo(WALLETS);
        assertThat(statements(0)).isEqualTo(1);
    }
}
