package io.florin.bank.screening;

import io.florin.bank.protocol.WalletChanges;
import io.florin.bank.screening.Found.Party;
import io.florin.bank.screening.HeldCredit.Likeness;
import io.florin.bank.screening.HeldCredit.State;
import io.florin.bank.screening.NameCheck.Names;
import io.florin.bank.screening.NameCheck.Payee;
import io.florin.bank.screening.NameCheck.Payer;
import io.florin.crypto.Bytes;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import io.florin.runtime.screening.Screening.Hit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Held credits, what was found about them and what was decided, in PostgreSQL. Changes take part in the caller's
/// database transaction.
final class HeldCredits {

    private static final String OPEN = " h.state <> 'RELEASED' and h.state <> 'REPORTED' ";

    /// Open credits that nobody has compared with this version of the list, as far as that is possible: notes are
    /// awaited.
    ///
    /// Open credits are few, and tokens, notes and customers many: each is looked up for each credit. Joined as sets
    /// they would all be read each time, whenever the database expects more open credits than there are.
    private static final String DUE = """
        select d.id, d.state, d.version, d.custodial, t.spent_block is not null as spent, d.noted, d.noted_name as payer_name,
               d.payer, c.id as customer, c.full_name, c.birth_date, c.document_number
        from (
            select h.*, n.transaction_id is not null as noted, coalesce(n.payer_name, '') as noted_name,
                   coalesce(n.payer, '') as payer
            from held_credit h left join lateral (
                select * from note n where n.transaction_id = h.transaction_id and n.output = h.output limit 1) n on true
            where %s and (
                (h.state = 'WAITING' and (n.transaction_id is not null or not h.custodial or h.booked_at < ?))
                or (h.state = 'UNNAMED' and n.transaction_id is not null)
                or (h.state <> 'WAITING' and h.list_version <> ?))
            order by h.booked_at, h.id limit ?) d
        cross join lateral (select spent_block from token t where t.state_key = d.state_key limit 1) t
        cross join lateral (select customer_id from wallet w where w.number = d.wallet limit 1) w
        left join lateral (select * from customer c where c.id = w.customer_id limit 1) c on true
        order by d.booked_at, d.id
        """.formatted(OPEN);

    private final JdbcClient jdbc;
    private final WalletChanges changes;

    HeldCredits(JdbcClient jdbc, WalletChanges changes) {
        this.jdbc = jdbc;
        this.changes = changes;
    }

    /// A credit to screen.
    ///
    /// @param custodial false where its holder has the keys
    /// @param spent of a database that was rebuilt: the ledger shows that it was released before
    /// @param noted whether the payer's words came
    record Due(UUID id, State state, int version, boolean custodial, boolean spent, boolean noted, Names names) {}

    List<Due> due(String listVersion, Instant bookedBefore, int limit) {
        return jdbc.sql(DUE)
                .params(Timestamp.from(bookedBefore), listVersion, limit)
                .query(HeldCredits::due)
                .list();
    }

    private static Due due(ResultSet row, int number) throws SQLException {
        boolean noted = row.getBoolean("noted");
        UUID customer = row.getObject("customer", UUID.class);
        return new Due(
                row.getObject("id", UUID.class),
                State.valueOf(row.getString("state")),
                row.getInt("version"),
                row.getBoolean("custodial"),
                row.getBoolean("spent"),
                noted,
                new Names(
                        noted ? new Payer(row.getString("payer_name"), row.getString("payer")) : null,
                        customer == null
                                ? null
                                : new Payee(
                                        customer,
                                        row.getString("full_name"),
                                        row.getString("birth_date"),
                                        row.getString("document_number"))));
    }

    /// Makes money available in which nobody was found, and forgets that it was held.
    void pass(Collection<UUID> ids) {
        if (ids.isEmpty()) {
            return;
        }
        byte[][] keys = jdbc.sql("""
            delete from held_credit where id = any(?::uuid[]) and state in ('WAITING', 'UNNAMED') returning state_key
            """)
                .param((Object) ids.toArray(UUID[]::new))
                .query((row, _) -> row.getBytes("state_key"))
                .list()
                .toArray(byte[][]::new);
        changes.changed(jdbc.sql("update token set held = false where state_key = any(?::bytea[]) returning wallet")
                .param((Object) keys)
                .query(Long.class)
                .list());
    }

    /// @param fresh whether something was found that nobody has seen
    record Finding(State state, boolean fresh, String listVersion, List<Found> found) {}

    /// Keeps what was found, unless somebody has decided since it was read. What was found before stays where nothing
    /// is found now: a list without an entry clears nobody.
    ///
    /// @return whether it was kept
    boolean found(Due due, Finding finding, Instant now) {
        int kept = jdbc.sql("""
            update held_credit h set state = :state, version = version + :more, list_version = :list,
                found_at = coalesce(found_at, :now), payer_name = coalesce(nullif(:payer, ''), payer_name),
                payer_account = coalesce(nullif(:account, ''), payer_account),
                payee_name = coalesce(nullif(:payee, ''), payee_name)
            where id = :id and version = :version and state = :before
            """)
                .param("state", finding.state().name())
                .param("more", finding.fresh() ? 1 : 0)
                .param("list", finding.listVersion())
                .param("now", Timestamp.from(now))
                .param(
                        "payer",
                        due.names().payer() == null ? "" : due.names().payer().name())
                .param(
                        "account",
                        due.names().payer() == null ? "" : due.names().payer().account())
                .param(
                        "payee",
                        due.names().payee() == null ? "" : due.names().payee().name())
                .param("id", due.id())
                .param("version", due.version())
                .param("before", due.state().name())
                .update();
        if (kept == 1 && !finding.found().isEmpty()) {
            jdbc.sql("delete from held_credit_hit where credit = ?")
                    .param(due.id())
                    .update();
            for (int i = 0; i < finding.found().size(); i++) {
                insert(due.id(), i, finding.found().get(i));
            }
        }
        return kept == 1;
    }

    private void insert(UUID credit, int number, Found found) {
        Hit hit = found.hit();
        jdbc.sql("""
            insert into held_credit_hit (credit, number, subject, party, entry, listed_name, score, programme,
                explanation) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
                .params(
                        credit,
                        number,
                        found.subject(),
                        found.party().name(),
                        hit.entry(),
                        hit.listedName(),
                        hit.score(),
                        hit.programme(),
                        hit.explanation())
                .update();
    }

    List<Found> hits(UUID credit) {
        return jdbc.sql("select * from held_credit_hit where credit = ? order by number")
                .param(credit)
                .query((row, _) -> new Found(
                        row.getString("subject"),
                        Party.valueOf(row.getString("party")),
                        new Hit(
                                row.getString("entry"),
                                row.getString("listed_name"),
                                row.getInt("score"),
                                row.getString("programme"),
                                row.getString("explanation"))))
                .list();
    }

    /// Findings about these subjects that two persons have cleared.
    List<Found> cleared(Collection<String> subjects) {
        return subjects.isEmpty()
                ? List.of()
                : jdbc.sql("select * from cleared_hit where subject = any(?::text[])")
                        .param((Object) subjects.toArray(String[]::new))
                        .query((row, _) -> new Found(
                                row.getString("subject"),
                                Party.PAYER,
                                new Hit(
                                        row.getString("entry"),
                                        "",
                                        row.getInt("score"),
                                        row.getString("programme"),
                                        "")))
                        .list();
    }

    /// Remembers that the credit's likenesses are somebody else, and has others looked at again that wait for the same.
    void clear(UUID credit) {
        jdbc.sql("""
            insert into cleared_hit as c (subject, entry, programme, score, credit)
            select subject, entry, programme, max(score), credit from held_credit_hit where credit = ?
            group by subject, entry, programme, credit
            on conflict (subject, entry, programme)
            do update set score = greatest(c.score, excluded.score), credit = excluded.credit
            """).param(credit).update();
        jdbc.sql("""
            update held_credit h set list_version = '' where h.state = 'HIT' and exists (
                select 1 from held_credit_hit o join held_credit_hit s on s.subject = o.subject
                where o.credit = h.id and s.credit = ?)
            """).param(credit).update();
    }

    /// Makes it available.
    void release(UUID id, String reason, Instant now) {
        changes.changed(jdbc.sql("""
            update token set held = false where state_key = (select state_key from held_credit where id = ?)
            returning wallet
            """).param(id).query(Long.class).list());
        decide(id, State.RELEASED, reason, now);
    }

    void decide(UUID id, State state, String reason, Instant now) {
        jdbc.sql("update held_credit set state = ?, reason = ?, decided_at = ? where id = ?")
                .params(state.name(), reason, Timestamp.from(now), id)
                .update();
    }

    void decidedBy(UUID id, String persons) {
        jdbc.sql("update held_credit set decided_by = ? where id = ?")
                .params(persons, id)
                .update();
    }

    Optional<HeldCredit> find(UUID id) {
        return jdbc.sql("select * from held_credit where id = ?")
                .param(id)
                .query((row, _) -> credit(row))
                .optional()
                .map(found -> found.with(likenesses(List.of(id)).getOrDefault(id, List.of())));
    }

    /// Until the caller's transaction ends nobody else decides.
    Optional<HeldCredit> hold(UUID id) {
        return jdbc.sql("select * from held_credit where id = ? for update")
                .param(id)
                .query((row, _) -> credit(row))
                .optional();
    }

    /// Orders of the list.
    enum Order {
        NEWEST(true, false),
        OLDEST(false, false),
        LARGEST(true, true),
        SMALLEST(false, true);

        private final PagedList<HeldCredit> list;

        Order(boolean descending, boolean byAmount) {
            List<Key<HeldCredit>> keys = new ArrayList<>();
            if (byAmount) {
                keys.add(new Key<>("amount", Kind.NUMBER, HeldCredit::amount));
            }
            keys.add(new Key<>("booked_at", Kind.TIME, HeldCredit::bookedAt));
            keys.add(new Key<>("id", Kind.ID, HeldCredit::id));
            this.list = new PagedList<>(byAmount ? "held-credits-by-amount" : "held-credits", descending, keys);
        }
    }

    /// A part of all credits.
    ///
    /// @param text of the payer's name or account, or the payee's name
    /// @param state null for all of them, or for those that are open and where the money is still there
    /// @param all where no state is given: also those that are decided
    record Query(NamePart text, @Nullable State state, boolean all, Order order) {}

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another order
    ListPage<HeldCredit> find(Query query, @Nullable String cursor, int size) {
        List<String> allOf = new ArrayList<>();
        if (query.state() != null) {
            allOf.add("h.state = '" + query.state().name() + "'");
        } else if (!query.all()) {
            allOf.addAll(List.of("t.spent_block is null", OPEN));
        }
        if (!query.text().isEmpty()) {
            allOf.add(query.text().in("h.payer_name", "h.payer_account", "h.payee_name"));
        }
        PagedList.Rows rows = new PagedList.Rows(
                "select h.* from held_credit h join token t on t.state_key = h.state_key",
                List.of(),
                allOf,
                query.text().parameters());
        return query.order()
                .list
                .read(jdbc, rows, cursor, size, (row, _) -> credit(row))
                .map(found -> {
                    Map<UUID, List<Likeness>> likenesses =
                            likenesses(found.stream().map(HeldCredit::id).toList());
                    return found.stream()
                            .map(one -> one.with(likenesses.getOrDefault(one.id(), List.of())))
                            .toList();
                });
    }

    /// Newest first, of those where the money is still there.
    ///
    /// @param all also those that are decided
    /// @param cursor null for the first page
    ListPage<HeldCredit> newest(boolean all, @Nullable String cursor, int size) {
        return find(new Query(new NamePart(""), null, all, Order.NEWEST), cursor, size);
    }

    private Map<UUID, List<Likeness>> likenesses(List<UUID> ids) {
        Map<UUID, List<Likeness>> found = new HashMap<>();
        jdbc.sql("select * from held_credit_hit where credit = any(?::uuid[]) order by credit, number")
                .param((Object) ids.toArray(UUID[]::new))
                .query(row -> {
                    found.computeIfAbsent(row.getObject("credit", UUID.class), _ -> new ArrayList<>())
                            .add(new Likeness(
                                    Party.valueOf(row.getString("party")),
                                    row.getString("entry"),
                                    row.getString("listed_name"),
                                    row.getInt("score"),
                                    row.getString("programme"),
                                    row.getString("explanation")));
                });
        return found;
    }

    Map<State, Long> counts() {
        Map<State, Long> counts = new EnumMap<>(State.class);
        jdbc.sql("""
            select h.state, count(*) as credits from held_credit h join token t on t.state_key = h.state_key
            where h.state = 'REPORTED' or (h.state <> 'RELEASED' and t.spent_block is null) group by h.state
            """).query(row -> {
            counts.put(State.valueOf(row.getString("state")), row.getLong("credits"));
        });
        return counts;
    }

    private static HeldCredit credit(ResultSet row) throws SQLException {
        return new HeldCredit(
                row.getObject("id", UUID.class),
                row.getInt("version"),
                row.getLong("wallet"),
                row.getLong("amount"),
                Bytes.of(row.getBytes("transaction_id")).toHex(),
                row.getInt("output"),
                row.getLong("block"),
                row.getTimestamp("booked_at").toInstant(),
                State.valueOf(row.getString("state")),
                row.getString("payer_name"),
                row.getString("payer_account"),
                row.getString("payee_name"),
                row.getString("list_version"),
                instant(row, "found_at"),
                row.getString("decided_by"),
                instant(row, "decided_at"),
                row.getString("reason"),
                List.of());
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp at = row.getTimestamp(column);
        return at == null ? null : at.toInstant();
    }
}
