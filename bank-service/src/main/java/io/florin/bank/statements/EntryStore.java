package io.florin.bank.statements;

import io.florin.crypto.Bytes;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/// Reads the entries of a wallet with what is known of their payments: an outgoing one's order, an incoming one's note.
final class EntryStore {

    private static final String ENTRIES = """
        select e.id, e.wallet, e.block, e.transaction_id, e.amount, e.kind, e.booked_at,
               coalesce(p.end_to_end_id, n.end_to_end_id, '') as end_to_end_id,
               coalesce(p.uetr, n.uetr, '') as uetr,
               coalesce(p.remittance, n.remittance, '') as remittance,
               coalesce(p.purpose, f.purpose, '') as purpose,
               coalesce(p.payee_name, n.payer_name, '') as counterparty_name,
               coalesce(p.payee_account, n.payer, '') as counterparty_account
        from entry e
        left join lateral (
            select * from payment where id = e.payment_id
            union all
            (select p.* from outgoing t
               join payment p on p.id = any(t.payments) and p.transaction_id = t.transaction_id
               where e.payment_id is null and e.amount < 0 and t.transaction_id = e.transaction_id
               and p.wallet = e.wallet and not exists (select 1 from entry o where o.wallet = e.wallet
                 and o.transaction_id = e.transaction_id and o.payment_id is not null)
             limit 1)) p on true
        left join lateral (
            select p.purpose from outgoing t
            join payment p on p.id = any(t.payments) and p.transaction_id = t.transaction_id
            where e.amount > 0 and t.transaction_id = e.transaction_id
              and (e.output is null or p.output is null or p.output = e.output) limit 1) f on true
        left join lateral (
            select note.* from token t
            join note on note.transaction_id = t.transaction_id and note.output = t.output
            where e.amount > 0 and t.transaction_id = e.transaction_id and t.wallet = e.wallet
              and (e.output is null or t.output = e.output)
            order by t.output limit 1) n on true
        where e.wallet = :wallet
        """;

    private final JdbcClient jdbc;

    EntryStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// Changes of the wallet by each transaction, one payment after the other.
    @Schema(
            name = "WalletEntry",
            description = "What one transaction of the ledger changed in a wallet; where it carries several payments,"
                    + " each is an entry of its own")
    record Entry(
            @Schema(description = "Id of the entry; ids grow in the order of the ledger")
            long id,

            @Schema(
                    description =
                            "Block with which it was booked: the one that has the transaction, or a later one where"
                                    + " its note came late")
            long block,

            @Schema(description = "Id of the transaction, hex")
            String transactionId,

            @Schema(description = "Minor units: positive for a credit, negative for a debit")
            long amount,

            @Schema(
                    description = "Kind of the transaction",
                    allowableValues = {"ISSUE", "TRANSFER", "REDEEM"})
            String kind,

            @Schema(description = "When this bank booked it")
            Instant bookedAt,

            @Schema(description = "Reference from end to end, empty when there is none")
            String endToEndId,

            @Schema(description = "Unique end-to-end transaction reference, empty when there is none")
            String uetr,

            @Schema(description = "What it was for, in the payer's words; may be empty")
            String remittance,

            @Schema(
                    description = "Purpose of the bank's own payment that it carries, empty when there is none",
                    allowableValues = {"", "PAYMENT", "FUND", "DEFUND"})
            String purpose,

            @Schema(description = "Name of who was paid, or of the payer as its bank states it; may be empty")
            String counterpartyName,

            @Schema(description = "Account of who was paid, or of the payer as the payer states it; may be empty")
            String counterpartyAccount) {}

    /// @param headerHash hex
    record Position(long block, String headerHash) {}

    Position position() {
        return jdbc.sql("select block, header_hash from ledger_position where id = 1")
                .query((row, _) -> new Position(
                        row.getLong("block"),
                        Bytes.of(row.getBytes("header_hash")).toHex()))
                .single();
    }

    /// The sum of the wallet's unspent tokens, but for those whose entries are of the block that comes next.
    long unspent(long wallet) {
        return jdbc.sql("""
            select ((select coalesce(sum(value), 0) from token where wallet = ? and spent_block is null)
                - (select coalesce(sum(amount), 0) from entry where wallet = ?
                    and block > (select block from ledger_position where id = 1)))::bigint
            """).params(wallet, wallet).query(Long.class).single();
    }

    /// The wallet's balance right after each of these entries, by their ids.
    Map<Long, Long> balances(long wallet, List<Long> entries) {
        Map<Long, Long> balances = new HashMap<>();
        if (!entries.isEmpty()) {
            jdbc.sql("""
                select id, balance from (
                    select id, sum(amount) over (order by id)::bigint as balance from entry where wallet = ? and id <= ?) b
                where id = any(?)
                """)
                    .params(wallet, Collections.max(entries), new SqlArrayValue("bigint", entries.toArray()))
                    .query(row -> {
                        balances.put(row.getLong("id"), row.getLong("balance"));
                    });
        }
        return balances;
    }

    /// Blocks whose entries are of a day or of days, as this wallet has them: from the first entry that was booked at
    /// the beginning or later, to before the first that was booked at the end or later.
    ///
    /// @param from and to: null where the days have no bound there
    Blocks blocksBooked(long wallet, @Nullable Instant from, @Nullable Instant to, long position) {
        return new Blocks(
                from == null ? 1 : firstBooked(wallet, from, position + 1),
                to == null ? position : firstBooked(wallet, to, position + 1) - 1);
    }

    private long firstBooked(long wallet, Instant from, long otherwise) {
        return jdbc.sql("select coalesce(min(block), ?) from entry where wallet = ? and booked_at >= ?")
                .params(otherwise, wallet, Timestamp.from(from))
                .query(Long.class)
                .single();
    }

    /// Both included; empty where the first is after the last.
    record Blocks(long first, long last) {}

    /// Entries of these blocks: how many, and what they add up to.
    record Sum(long entries, long amount) {}

    Sum sum(long wallet, Blocks blocks, Side side) {
        return jdbc.sql("select count(*) as entries, coalesce(sum(e.amount), 0)::bigint as amount from entry e"
                        + " where e.wallet = ? and e.block between ? and ?" + side.condition)
                .params(wallet, blocks.first(), blocks.last())
                .query((row, _) -> new Sum(row.getLong("entries"), row.getLong("amount")))
                .single();
    }

    /// Sum of the first entries of these blocks.
    long amountOfFirst(long wallet, Blocks blocks, Side side, long entries) {
        return jdbc.sql("select coalesce(sum(amount), 0)::bigint from (select e.amount from entry e where e.wallet = ?"
                        + " and e.block between ? and ?" + side.condition + " order by e.block, e.id limit ?) first")
                .params(wallet, blocks.first(), blocks.last(), entries)
                .query(Long.class)
                .single();
    }

    /// Some entries of these blocks, in the order of the ledger.
    ///
    /// @param skipped how many come before them
    List<Entry> entries(long wallet, Blocks blocks, Side side, long skipped, int limit) {
        return jdbc.sql("with page as materialized (select e.id from entry e where e.wallet = :wallet"
                        + " and e.block between :first and :last" + side.condition
                        + " order by e.block, e.id offset :skipped limit :limit) "
                        + ENTRIES + " and e.id in (select id from page) order by e.block, e.id")
                .param("wallet", wallet)
                .param("first", blocks.first())
                .param("last", blocks.last())
                .param("skipped", skipped)
                .param("limit", limit)
                .query(EntryStore::entry)
                .list();
    }

    /// The time of the first or the last of these entries.
    Optional<Instant> booked(long wallet, Blocks blocks, boolean first) {
        String end = first ? "asc" : "desc";
        return jdbc.sql("select booked_at from entry where wallet = ? and block between ? and ? order by block " + end
                        + ", id " + end + " limit 1")
                .params(wallet, blocks.first(), blocks.last())
                .query((row, _) -> row.getTimestamp("booked_at").toInstant())
                .optional();
    }

    /// Selection of entries.
    enum Side {
        BOTH(""),
        CREDITS(" and e.amount > 0"),
        DEBITS(" and e.amount < 0");

        private final String condition;

        Side(String condition) {
            this.condition = condition;
        }
    }

    /// Newest first. Ids grow in the order of the ledger, so a page never changes once it was shown.
    ///
    /// @param before id that the page lies before
    List<Entry> newest(long wallet, long before, Side side, int limit) {
        return jdbc.sql(ENTRIES + side.condition + " and e.id < :before order by e.id desc limit :limit")
                .param("wallet", wallet)
                .param("before", before)
                .param("limit", limit)
                .query(EntryStore::entry)
                .list();
    }

    /// Place of an entry in the orders.
    private record Found(long id, long amount) {}

    /// Orders of a wallet's entries.
    enum Order {
        NEWEST(true, false),
        OLDEST(false, false),
        LARGEST(true, true),
        SMALLEST(false, true);

        private final boolean descending;
        private final boolean byAmount;

        Order(boolean descending, boolean byAmount) {
            this.descending = descending;
            this.byAmount = byAmount;
        }

        /// A cursor of one wallet leads nowhere else.
        private PagedList<Found> list(long wallet) {
            List<Key<Found>> keys = new ArrayList<>();
            if (byAmount) {
                keys.add(new Key<>("amount", Kind.NUMBER, Found::amount));
            }
            keys.add(new Key<>("id", Kind.NUMBER, Found::id));
            return new PagedList<>("entries-" + wallet + (byAmount ? "-by-amount" : ""), descending, keys);
        }
    }

    /// A part of a wallet's entries.
    ///
    /// @param text of the counterparty's name or account, a reference, what it was for, or the transaction's id
    record Query(long wallet, NamePart text, Side side, Order order) {}

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    ListPage<Entry> find(Query query, @Nullable String cursor, int size) {
        List<String> allOf = new ArrayList<>(List.of("e.wallet = :wallet"));
        switch (query.side()) {
            case BOTH -> {}
            case CREDITS -> allOf.add("e.amount > 0");
            case DEBITS -> allOf.add("e.amount < 0");
        }
        Map<String, Object> parameters = new HashMap<>(query.text().parameters());
        parameters.put("wallet", query.wallet());
        if (!query.text().isEmpty()) {
            allOf.add(query.text()
                    .in(
                            "e.counterparty_name",
                            "e.counterparty_account",
                            "e.end_to_end_id",
                            "e.uetr",
                            "e.remittance",
                            "encode(e.transaction_id, 'hex')"));
        }
        String entries = query.text().isEmpty() ? "entry" : "(" + ENTRIES + ")"; // words stand beside the entries
        return query.order()
                .list(query.wallet())
                .read(
                        jdbc,
                        new PagedList.Rows(
                                "select e.id, e.amount from " + entries + " e", List.of(), allOf, parameters),
                        cursor,
                        size,
                        (row, _) -> new Found(row.getLong("id"), row.getLong("amount")))
                .load(Found::id, ids -> withIds(query.wallet(), ids), Entry::id);
    }

    private List<Entry> withIds(long wallet, List<Long> ids) {
        return jdbc.sql(ENTRIES + " and e.id = any(:ids)")
                .param("wallet", wallet)
                .param("ids", new SqlArrayValue("bigint", ids.toArray()))
                .query(EntryStore::entry)
                .list();
    }

    private static Entry entry(ResultSet row, int number) throws SQLException {
        return new Entry(
                row.getLong("id"),
                row.getLong("block"),
                Bytes.of(row.getBytes("transaction_id")).toHex(),
                row.getLong("amount"),
                row.getString("kind"),
                row.getTimestamp("booked_at").toInstant(),
                row.getString("end_to_end_id"),
                row.getString("uetr"),
                row.getString("remittance"),
                row.getString("purpose"),
                row.getString("counterparty_name"),
                row.getString("counterparty_account"));
    }
}
