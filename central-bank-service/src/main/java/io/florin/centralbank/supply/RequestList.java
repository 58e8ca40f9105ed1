package io.florin.centralbank.supply;

import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Supply requests: searched, filtered and in order, a page at a time.
public class RequestList {
    private static final Key<Found> ID = new Key<>("id", Kind.BYTES, Found::id);

    private final JdbcClient jdbc;
    private final SupplyService requests;

    RequestList(JdbcClient jdbc, SupplyService requests) {
        this.jdbc = jdbc;
        this.requests = requests;
    }

    /// @param id in hexadecimal
    private record Found(String id, Instant createdAt, long amount) {}

    /// Orders of the list.
    enum Order {
        NEWEST("requests", true, new Key<>("created_at", Kind.TIME, Found::createdAt)),
        OLDEST("requests", false, new Key<>("created_at", Kind.TIME, Found::createdAt)),
        LARGEST("requests-by-amount", true, new Key<>("amount", Kind.NUMBER, Found::amount)),
        SMALLEST("requests-by-amount", false, new Key<>("amount", Kind.NUMBER, Found::amount));

        private final PagedList<Found> list;

        Order(String name, boolean descending, Key<Found> key) {
            this.list = new PagedList<>(name, descending, List.of(key, ID));
        }
    }

    /// A part of all requests.
    ///
    /// @param id digits of the request's id
    /// @param bank that asked; all where null
    /// @param state all where null
    record Query(
            NamePart id, @Nullable Integer bank, @Nullable RequestState state, Order order) {}

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    @Transactional(readOnly = true)
    ListPage<RequestFile> find(Query query, @Nullable String cursor, int size) {
        List<String> conditions = new ArrayList<>();
        Map<String, Object> parameters = new HashMap<>(query.id().parameters());
        if (query.state() != null) {
            conditions.add("state = '" + query.state().name() + "'");
        }
        if (query.bank() != null) {
            conditions.add("participant = :bank");
            parameters.put("bank", query.bank());
        }
        if (!query.id().isEmpty()) {
            conditions.add(query.id().in("encode(id, 'hex')"));
        }
        return query.order()
                .list
                .read(
                        jdbc,
                        new PagedList.Rows(
                                "select id, created_at, amount from supply_request", List.of(), conditions, parameters),
                        cursor,
                        size,
                        (row, _) -> new Found(
                                HexFormat.of().formatHex(row.getBytes("id")),
                                row.getTimestamp("created_at").toInstant(),
                                row.getLong("amount")))
                .load(Found::id, requests::files, RequestFile::id);
    }
}
