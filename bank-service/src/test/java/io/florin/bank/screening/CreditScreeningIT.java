package io.florin.bank.screening;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.WalletChanges;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.doubles.api.Unasked;
import io.florin.fakenet.BankDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class CreditScreeningIT {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final byte[] LIST = """
        id,schema,name,aliases,birth_date,identifiers,sanctions,last_change
        A,Person,Vorgan Draskill,,,,P,2026-01-01
        """.getBytes(StandardCharsets.UTF_8);

    /// Held by a person, or alike to a listed name, or without the payer's words yet: looked at again when something of
    /// it changes.
    private static void held(JdbcClient jdbc, String listVersion, int credits) {
        jdbc.sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
            values (1, 'X', true, '', '', 1, 'ENROLLED', '', now()) on conflict do nothing
            """).update();
        jdbc.sql("""
            insert into token select decode(lpad(to_hex(n), 64, '0'), 'hex'), 1, 5, '', 0, 1, null
            from generate_series(1, ?) n
            """).param(credits).update();
        jdbc.sql("""
            insert into held_credit (state_key, wallet, amount, transaction_id, output, block, booked_at, custodial,
                state, list_version)
            select t.state_key, 1, 5, t.state_key, 0, 1, ?::timestamptz, true,
                (array['KEPT', 'HIT', 'UNNAMED', 'WAITING'])[1 + get_byte(t.state_key, 31) % 4], ?
            from token t
            """).params(NOON.toString(), listVersion).update();
    }

    @Test
    void aPassWithNothingToScreenTakesOneStatementWhateverIsHeld() {
        try (BankDatabase database = new BankDatabase()) {
            ListInUse lists = new ListInUse(() -> LIST, 920);
            CreditScreening screening = new CreditScreening(
                    lists,
                    new HeldCredits(database.jdbc(), WalletChanges.NONE),
                    new Unlogged(),
                    database.transactions(),
                    () -> NOON,
                    Duration.ofMinutes(1));
            assertThat(statementsOf(database, screening)).isEqualTo(1);

            held(database.jdbc(), lists.current().orElseThrow().listVersion(), 300);

            assertThat(statementsOf(database, screening)).isEqualTo(1);
        }
    }

    /// Of other banks' payers whom the list does not name.
    @Test
    void aPassIsAsManyStatementsForManyCreditsAsForOne() {
        try (BankDatabase database = new BankDatabase()) {
            CreditScreening screening = new CreditScreening(
                    new ListInUse(() -> LIST, 920),
                    new HeldCredits(database.jdbc(), WalletChanges.NONE),
                    new Unlogged(),
                    database.transactions(),
                    () -> NOON,
                    Duration.ofMinutes(1));
            assertThat(statementsOfCredits(database, screening, 1, 1)).isEqualTo(3);
            assertThat(statementsOfCredits(database, screening, 2, 300))
                    .as("looked, passed, and made available")
                    .isEqualTo(3);
            assertThat(database.jdbc()
                            .sql("select count(*) from token where held")
                            .query(Long.class)
                            .single())
                    .isZero();
        }
    }

    private static long statementsOfCredits(BankDatabase database, CreditScreening screening, int first, int last) {
        JdbcClient jdbc = database.jdbc();
        jdbc.sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
            values (1, 'X', true, '', '', 1, 'ENROLLED', '', now()) on conflict do nothing
            """).update();
        jdbc.sql("""
            insert into token (state_key, wallet, value, transaction_id, output, created_block, held)
            select decode(lpad(to_hex(n), 64, '0'), 'hex'), 1, 5, decode(lpad(to_hex(n), 64, '0'), 'hex'), 0, 1, true
            from generate_series(?, ?) n
            """).params(first, last).update();
        jdbc.sql("""
            insert into held_credit (state_key, wallet, amount, transaction_id, output, block, booked_at, custodial,
                state)
            select t.state_key, 1, 5, t.state_key, 0, 1, ?::timestamptz, true, 'WAITING' from token t where t.held
            """).param(NOON.toString()).update();
        jdbc.sql("""
            insert into note (transaction_id, output, end_to_end_id, uetr, remittance, payer, payer_name)
            select t.state_key, 0, '', '', '', 'XF7', 'Ada Winterbourne' from token t where t.held
            """).update();
        long before = database.statements();
        assertThat(screening.step()).isEqualTo(last - first + 1);
        return database.statements() - before;
    }

    private static long statementsOf(BankDatabase database, CreditScreening screening) {
        long before = database.statements();
        assertThat(screening.step()).isZero();
        return database.statements() - before;
    }

    private static final class Unlogged implements DecisionLog {
        @Override
        public void append(Decision decision) {
            throw new Unasked("append");
        }

        @Override
        public List<Entry> of(String subject) {
            throw new Unasked("of");
        }
    }
}
