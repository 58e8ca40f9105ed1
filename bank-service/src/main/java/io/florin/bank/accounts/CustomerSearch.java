package io.florin.bank.accounts;

import io.florin.bank.protocol.SearchText;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Customers as a list, newest first: searched and read by indexes, a page at a time.
final class CustomerSearch {
    private static final PagedList<Found> NEWEST = new PagedList<>(
            "customers",
            true,
            List.of(new Key<>("created_at", Kind.TIME, Found::createdAt), new Key<>("id", Kind.ID, Found::id)));

    private static final String HAS_WALLET =
            "exists (select 1 from wallet w where w.customer_id = customer.id and w.state = :state)";

    private static final String HAS_CLOSED_WITH_MONEY = """
        exists (select 1 from wallet w join token t on t.wallet = w.number and t.spent_block is null
                where w.customer_id = customer.id and w.state = :state)
        """;

    private final JdbcClient jdbc;

    CustomerSearch(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// Place of a customer in the order.
    record Found(UUID id, Instant createdAt) {}

    /// @param text words of a name, a wallet's IBAN or a customer's id; all customers where it is empty
    /// @param filter customers who have such a wallet
    /// @param cursor null for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    ListPage<UUID> find(SearchText text, WalletFilter filter, @Nullable String cursor, int size) {
        Map<String, Object> parameters = new HashMap<>();
        List<String> anyOf = List.of();
        if (text.id().isPresent()) {
            parameters.put("id", text.id().get());
            anyOf = List.of("id = :id");
        } else if (!text.isEmpty()) {
            parameters.put("iban", text.account());
            parameters.put("words", text.words());
            anyOf = List.of(
                    "id = any (array(select customer_id from wallet where iban = :iban))",
                    "id = any (array(select id from customer where to_tsvector('simple', full_name)"
                            + " @@ to_tsquery('simple', :words)))");
        }
        List<String> allOf = List.of();
        if (filter != WalletFilter.ALL) {
            parameters.put("state", filter.state());
            allOf = List.of(filter == WalletFilter.CLOSED_WITH_MONEY ? HAS_CLOSED_WITH_MONEY : HAS_WALLET);
        }
        return NEWEST.read(
                        jdbc,
                        new PagedList.Rows("select id, created_at from customer", anyOf, allOf, parameters),
                        cursor,
                        size,
                        (row, _) -> new Found(
                                row.getObject("id", UUID.class),
                                row.getTimestamp("created_at").toInstant()))
                .map(found -> found.stream().map(Found::id).toList());
    }
}
