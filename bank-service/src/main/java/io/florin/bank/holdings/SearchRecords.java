package io.florin.bank.holdings;

import io.florin.bank.holdings.LateSearch.Found;
import io.florin.crypto.Bytes;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Rows of a search of old blocks, so that it goes on after a restart. The caller has a database transaction.
final class SearchRecords {

    private static final int KEY = 32;

    private final JdbcClient jdbc;
    private final NotePositions positions;

    SearchRecords(JdbcClient jdbc, NotePositions positions) {
        this.jdbc = jdbc;
        this.positions = positions;
    }

    /// The search that was under way when the process ended.
    Optional<LateSearch> load() {
        Optional<LateSearch> search = jdbc.sql(
                        "select first_block, next_block, last_hole from note_search where id = 1")
                .query((row, _) -> new LateSearch(
                        positions.underWay(),
                        row.getLong("first_block"),
                        true,
                        row.getLong("next_block"),
                        row.getLong("last_hole")))
                .optional();
        search.ifPresent(each -> found().forEach(each::found));
        return search;
    }

    private List<Found> found() {
        return jdbc.sql("select block, place, transaction, tokens, spent from late_note order by block, place")
                .query((row, _) -> {
                    Found found = new Found(
                            row.getLong("block"),
                            new Committed(
                                    row.getLong("place"), SettlementTransaction.decode(row.getBytes("transaction"))),
                            keys(row.getBytes("tokens")));
                    found.spent().addAll(keys(row.getBytes("spent")));
                    found.kept();
                    return found;
                })
                .list();
    }

    void keep(LateSearch search) {
        jdbc.sql("""
            insert into note_search (id, first_block, next_block, last_hole) values (1, ?, ?, ?)
            on conflict (id) do update set first_block = excluded.first_block, next_block = excluded.next_block,
                last_hole = excluded.last_hole
            """).params(search.first(), search.next(), search.lastHole()).update();
        for (Found each : search.all()) {
            if (!each.isKept()) {
                jdbc.sql("""
                    insert into late_note (transaction_id, block, place, transaction, tokens, spent)
                    values (?, ?, ?, ?, ?, ?) on conflict (transaction_id) do update set spent = excluded.spent
                    """)
                        .params(
                                each.id().value().toArray(),
                                each.block(),
                                each.change().index(),
                                each.change().transaction().encode(),
                                joined(each.tokens()),
                                joined(each.spent()))
                        .update();
                each.kept();
            }
        }
    }

    void end() {
        jdbc.sql("delete from late_note").update();
        jdbc.sql("delete from note_search").update();
    }

    private static Set<Bytes> keys(byte[] joined) {
        Set<Bytes> keys = new HashSet<>();
        for (int from = 0; from < joined.length; from += KEY) {
            keys.add(Bytes.of(Arrays.copyOfRange(joined, from, from + KEY)));
        }
        return keys;
    }

    private static byte[] joined(Collection<Bytes> keys) {
        List<Bytes> sorted =
                keys.stream().sorted(Comparator.comparing(Bytes::toHex)).toList();
        byte[] joined = new byte[sorted.size() * KEY];
        for (int i = 0; i < sorted.size(); i++) {
            sorted.get(i).copyInto(joined, i * KEY);
        }
        return joined;
    }
}
