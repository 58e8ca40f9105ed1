package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.payments.adapter.PaymentSearch.Found;
import io.florin.bank.payments.adapter.PaymentSearch.Order;
import io.florin.bank.payments.adapter.PaymentSearch.Query;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.SearchText;
import io.florin.fakenet.BankDatabase;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.http.ProblemException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A list far longer than a page: whole, in order, found by what people type, and by indexes alone.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PaymentSearchIT {
    private static final int ALL = 30_000;
    private static final int WALLET = 7;
    private static final SearchText NOTHING = new SearchText("");

    private BankDatabase database;
    private RecordedStatements statements;
    private PaymentSearch search;

    /// Keeps each statement as the database gets it.
    private static final class RecordedStatements extends JdbcTemplate {
        private final List<String> sent = new ArrayList<>();

        RecordedStatements(JdbcTemplate other) {
            super(java.util.Objects.requireNonNull(other.getDataSource()));
        }

        @Override
        public <T extends @Nullable Object> T query(
                PreparedStatementCreator creator,
                @Nullable PreparedStatementSetter setter,
                ResultSetExtractor<T> extractor) {
            return super.query(new Recorder(creator), setter, extractor);
        }

        /// Those that read payments.
        private void kept(String statement) {
            if (statement.contains("from payment")) {
                sent.add(statement);
            }
        }

        private final class Recorder implements PreparedStatementCreator {
            private final PreparedStatementCreator creator;

            Recorder(PreparedStatementCreator creator) {
                this.creator = creator;
            }

            @Override
            public PreparedStatement createPreparedStatement(Connection connection) throws SQLException {
                PreparedStatement statement = creator.createPreparedStatement(connection);
                kept(statement.unwrap(org.postgresql.PGStatement.class).toString());
                return statement;
            }
        }
    }

    @BeforeAll
    void fill() {
        database = new BankDatabase();
        JdbcClient jdbc = database.jdbc();
        jdbc.sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
            select n, 'XF0000' || n, true, int4send(n), '', 1, 'ENROLLED', '', now() from generate_series(1, 41) n
            """).update();
        jdbc.sql("""
            insert into payment (seq, version, id, wallet, payee_owner, payee, payee_name, payee_account, amount,
                end_to_end_id, uetr, remittance, purpose, state, accepted_at)
            select n, 0, cast(lpad(to_hex(n), 32, '0') as uuid), 1 + n % 40, '', '', 'Person' || n || ' O''Birch',
                'xf99 0001 ' || n, 1 + n * 7919 % 5000, 'REF ' || n,
                '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), '', 'PAYMENT',
                case when n % 700 = 0 then 'REJECTED' else 'SETTLED' end, timestamp '2026-01-01' + n * interval '1 s'
            from generate_series(1, :all) n
            """).param("all", ALL).update();
        jdbc.sql("analyze").update();
        statements = new RecordedStatements(database.batches());
        search = new PaymentSearch(JdbcClient.create(statements), new UnaskedPayments());
    }

    @AfterAll
    void close() {
        database.close();
    }

    private static Query query(String text) {
        return new Query(new SearchText(text), null, null, Order.NEWEST);
    }

    private List<Long> found(String text) {
        return search.page(query(text), null, 5).rows().stream().map(Found::seq).toList();
    }

    @ParameterizedTest
    @EnumSource
    void pagesMakeTheWholeListThereAndBack(Order order) {
        Query query = new Query(NOTHING, null, (long) WALLET, order);
        List<Long> whole = database.jdbc()
                .sql("select seq from payment where wallet = ? order by "
                        + switch (order) {
                            case NEWEST -> "seq desc";
                            case OLDEST -> "seq";
                            case LARGEST -> "amount desc, seq desc";
                            case SMALLEST -> "amount, seq";
                        })
                .param(WALLET)
                .query(Long.class)
                .list();
        assertThat(whole).hasSize(ALL / 40);
        List<Long> there = new ArrayList<>();
        List<Long> back = new ArrayList<>();
        ListPage<Found> page = search.page(query, null, 100);
        assertThat(page.before()).isEmpty();
        while (true) {
            page.rows().forEach(row -> there.add(row.seq()));
            if (page.after().isEmpty()) {
                break;
            }
            page = search.page(query, page.after(), 100);
        }
        while (true) {
            back.addAll(0, page.rows().stream().map(Found::seq).toList());
            if (page.before().isEmpty()) {
                break;
            }
            page = search.page(query, page.before(), 100);
        }
        assertThat(there).isEqualTo(whole);
        assertThat(back).isEqualTo(whole);
    }

    @Test
    void whatPeopleTypeIsFound() {
        assertThat(found("00000000-0000-0000-0000-0000000000FF")).containsExactly(255L);
        assertThat(found("00000000-0000-4000-8000-000000000044")).containsExactly(44L);
        assertThat(found(" XF99 0001 12345 ")).containsExactly(12_345L);
        assertThat(found("xf00007")).containsExactly(29_966L, 29_926L, 29_886L, 29_846L, 29_806L);
        assertThat(found("REF 77")).containsExactly(77L);
        assertThat(found("o'birch person2999")).containsExactly(29_999L, 29_998L, 29_997L, 29_996L, 29_995L);
        assertThat(found("Person17")).containsExactly(17_999L, 17_998L, 17_997L, 17_996L, 17_995L);
        assertThat(found("ref")).isEmpty();
        assertThat(found("' \\ & | ! ( ) :* <-> \0")).isEmpty();
    }

    @Test
    void statesAreFiltered() {
        Query rejected = new Query(NOTHING, PaymentState.REJECTED, null, Order.OLDEST);
        assertThat(search.page(rejected, null, 2).rows().stream().map(Found::seq))
                .containsExactly(700L, 1_400L);
    }

    @Test
    void aCursorOfAnotherOrderIsRefused() {
        String cursor = search.page(query(""), null, 5).after();
        Query other = new Query(NOTHING, null, null, Order.LARGEST);
        assertThatThrownBy(() -> search.page(other, cursor, 5)).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> search.page(query(""), "bm90IGEgY3Vyc29y", 5)).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> search.page(query(""), "%%", 5)).isInstanceOf(ProblemException.class);
    }

    /// A page is read by indexes: as fast in a long list as in a short one.
    @Test
    void noPageReadsTheWholeTable() {
        statements.sent.clear();
        for (Order order : Order.values()) {
            for (PaymentState state : new PaymentState[] {null, PaymentState.REJECTED, PaymentState.SETTLED}) {
                Query query = new Query(NOTHING, state, null, order);
                search.page(query, search.page(query, null, 10).after(), 10);
            }
            search.page(new Query(NOTHING, null, (long) WALLET, order), null, 10);
        }
        for (String text :
                List.of("00000000-0000-4000-8000-000000000044", "XF9900011", "Person17 birch", "a".repeat(64))) {
            search.page(query(text), null, 10);
        }
        assertThat(statements.sent).hasSize(4 * 7 + 4);
        for (String statement : statements.sent) {
            assertThat(plan(statement))
                    .as(statement)
                    .doesNotContain("Seq Scan on payment")
                    .contains("Limit", "Index");
        }
    }

    /// Without its index a condition would be tried on payment after payment, most of all where none fulfils it.
    @Test
    void eachConditionOfASearchHasItsIndex() {
        statements.sent.clear();
        search.page(query("nobody"), null, 10);
        search.page(query("xf000041"), null, 10);
        search.page(query("00000000-0000-4000-8000-000000000044"), null, 10);
        assertThat(plan(statements.sent.get(1))).contains("payment_wallet");
        assertThat(plan(statements.sent.getFirst()))
                .contains("payment_payee_words", "payment_payee_account", "payment_end_to_end");
        assertThat(plan(statements.sent.getLast())).contains("payment_uetr", "payment_id_key");
    }

    private String plan(String statement) {
        return String.join("\n", database.batches().queryForList("explain (costs off) " + statement, String.class));
    }
}
