package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.SearchText;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Payments of this bank as a list: searched, filtered and in order, by indexes and a page at a time.
public class PaymentSearch {

    private final JdbcClient jdbc;
    private final PaymentRepository payments;

    PaymentSearch(JdbcClient jdbc, PaymentRepository payments) {
        this.jdbc = jdbc;
        this.payments = payments;
    }

    /// Place of a payment in the orders.
    record Found(long seq, long amount) {}

    /// Orders of the list.
    public enum Order {
        NEWEST(true, false),
        OLDEST(false, false),
        LARGEST(true, true),
        SMALLEST(false, true);

        private final PagedList<Found> list;

        Order(boolean descending, boolean byAmount) {
            List<Key<Found>> keys = new ArrayList<>();
            if (byAmount) {
                keys.add(new Key<>("amount", Kind.NUMBER, Found::amount));
            }
            keys.add(new Key<>("seq", Kind.NUMBER, Found::seq));
            this.list = new PagedList<>(byAmount ? "amount" : "time", descending, keys);
        }
    }

    /// A part of all payments.
    ///
    /// @param text the payment's id, its UETR or transaction id, an account that pays or is paid, a reference, or words
    /// of the payee's name;
    ///     all payments where it is empty
    /// @param state all where null
    /// @param wallet that pays; all where null
    public record Query(
            SearchText text,
            @Nullable PaymentState state,
            @Nullable Long wallet,
            Order order) {}

    /// @param cursor of a page before, null for the first
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    @Transactional(readOnly = true)
    public ListPage<PaymentView> find(Query query, @Nullable String cursor, int size) {
        return page(query, cursor, size)
                .load(Found::seq, payments::findBySeqIn, Payment::seq)
                .map(found -> found.stream().map(Payment::view).toList());
    }

    ListPage<Found> page(Query query, @Nullable String cursor, int size) {
        return query.order()
                .list
                .read(
                        jdbc,
                        rows(query),
                        cursor,
                        size,
                        (row, _) -> new Found(row.getLong("seq"), row.getLong("amount")));
    }

    private PagedList.Rows rows(Query query) {
        Map<String, Object> parameters = new HashMap<>();
        List<String> allOf = new ArrayList<>();
        if (query.state() != null) {
            allOf.add(condition(query.state()));
        }
        if (query.wallet() != null) {
            allOf.add("wallet = :wallet");
            parameters.put("wallet", query.wallet());
        }
        return new PagedList.Rows(
                "select seq, amount from payment", anyOf(query.text(), parameters), allOf, parameters);
    }

    /// In the text of the statement, so that the index of what is not settled serves.
    private static String condition(PaymentState state) {
        return switch (state) {
            case ACCEPTED, SUBMITTED -> "phase = 'OPEN' and state = '" + state.name() + "'";
            case SCHEDULED, SETTLED, REJECTED, CANCELLED -> "phase = '" + state.name() + "'";
        };
    }

    private List<String> anyOf(SearchText text, Map<String, Object> parameters) {
        if (text.isEmpty()) {
            return List.of();
        }
        if (text.id().isPresent()) {
            parameters.put("id", text.id().get());
            parameters.put("uetr", text.id().get().toString());
            return List.of("id = :id", "uetr = :uetr and uetr <> ''");
        }
        if (text.transactionId().isPresent()) {
            parameters.put("transaction", text.transactionId().get());
            return List.of("id = any (array(select unnest(o.payments) from outgoing o"
                    + " where o.transaction_id = :transaction)) and transaction_id = :transaction");
        }
        parameters.put("account", text.account());
        parameters.put("reference", text.text());
        parameters.put("words", text.words());
        List<String> conditions = new ArrayList<>(List.of(
                "upper(replace(payee_account, ' ', '')) = :account",
                "end_to_end_id = :reference and end_to_end_id <> ''",
                // an array of its own: with a limit PostgreSQL would rather try name after name, and go through all
                // payments where none fits
                "seq = any (array(select seq from payment where to_tsvector('simple', payee_name)"
                        + " @@ to_tsquery('simple', :words)))"));
        walletOf(text.account()).ifPresent(payer -> {
            parameters.put("payer", payer);
            conditions.add("wallet = :payer");
        });
        return conditions;
    }

    /// Asked for by itself, so that its payments are planned for by their number.
    private Optional<Long> walletOf(String iban) {
        return jdbc.sql("select number from wallet where iban = :iban")
                .param("iban", iban)
                .query(Long.class)
                .optional();
    }
}
