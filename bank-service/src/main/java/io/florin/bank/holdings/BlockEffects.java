package io.florin.bank.holdings;

import io.florin.bank.protocol.CreditNews;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/// Writes what one block did to the bank's wallets; always inside the database transaction of that block.
final class BlockEffects {

    private final JdbcClient jdbc;
    private final WalletChanges changes;
    private final CreditNews news;

    BlockEffects(JdbcClient jdbc, WalletChanges changes, CreditNews news) {
        this.jdbc = jdbc;
        this.changes = changes;
        this.news = news;
    }

    /// A token of one of the bank's wallets.
    ///
    /// @param key that its spending writes
    /// @param opening of a hidden token, encrypted; null of a clear one
    /// @param spendable false where certifiers must sign it first
    record Created(
            Bytes key,
            long wallet,
            long value,
            Bytes transaction,
            int output,
            @Nullable Bytes opening,
            boolean spendable) {}

    /// A token that was one of the bank's.
    record Spent(Bytes key, long wallet, long value) {}

    /// Change that one transaction made to one wallet, or to one of its payments or outputs.
    ///
    /// @param output that came with a transaction of somebody else, null where it is not about one
    /// @param payment of this bank that it carries, null where it is not about one
    record Booking(
            long wallet,
            long index,
            Bytes transaction,
            long amount,
            String kind,
            @Nullable Integer output,
            @Nullable UUID payment) {

        Booking(long wallet, long index, Bytes transaction, long amount, String kind) {
            this(wallet, index, transaction, amount, kind, null, null);
        }

        private Booking of(Paid paid) {
            return new Booking(wallet, index, transaction, -paid.amount(), kind, null, paid.id());
        }
    }

    private record Paid(UUID id, long wallet, Bytes transaction, long amount) {}

    /// @return those that were not the bank's before: only they are news
    List<Created> create(List<Created> tokens, long block) {
        if (tokens.isEmpty()) {
            return List.of();
        }
        Set<Bytes> inserted = new HashSet<>(jdbc.sql("""
            insert into token (state_key, wallet, value, transaction_id, output, created_block, opening, spendable)
            select state_key, wallet, value, transaction_id, output, ?, opening, spendable
            from unnest(?::bytea[], ?::bigint[], ?::bigint[], ?::bytea[], ?::int[], ?::bytea[], ?::boolean[])
                as u (state_key, wallet, value, transaction_id, output, opening, spendable)
            on conflict (state_key) do nothing returning state_key
            """)
                .params(
                        block,
                        tokens.stream().map(token -> token.key().toArray()).toArray(byte[][]::new),
                        tokens.stream().map(Created::wallet).toArray(Long[]::new),
                        tokens.stream().map(Created::value).toArray(Long[]::new),
                        tokens.stream()
                                .map(token -> token.transaction().toArray())
                                .toArray(byte[][]::new),
                        tokens.stream().map(Created::output).toArray(Integer[]::new),
                        openings(tokens),
                        tokens.stream().map(Created::spendable).toArray(Boolean[]::new))
                .query((row, _) -> Bytes.of(row.getBytes("state_key")))
                .list());
        List<Created> created =
                tokens.stream().filter(token -> inserted.contains(token.key())).toList();
        changes.changed(created.stream().map(Created::wallet).distinct().toList());
        return created;
    }

    private static byte[] @Nullable [] openings(List<Created> tokens) {
        byte[] @Nullable [] openings = new byte[tokens.size()][];
        for (int i = 0; i < openings.length; i++) {
            Bytes opening = tokens.get(i).opening();
            openings[i] = opening == null ? null : opening.toArray();
        }
        return openings;
    }

    /// Holds credits from other banks from the beginning until they are screened; credits of wallets whose holders have
    /// the keys are only noted. Payments of this bank's own customers are not screened: it knows both.
    void hold(List<Created> credits, long block, Instant at) {
        if (credits.isEmpty()) {
            return;
        }
        byte[][] held = jdbc.sql("""
            insert into held_credit (state_key, wallet, amount, transaction_id, output, block, booked_at, custodial)
            select u.state_key, u.wallet, u.amount, u.transaction_id, u.output, ?, ?, w.custodial
            from unnest(?::bytea[], ?::bigint[], ?::bigint[], ?::bytea[], ?::int[])
                as u (state_key, wallet, amount, transaction_id, output)
            join wallet w on w.number = u.wallet
            where not exists (select 1 from outgoing o where o.transaction_id = u.transaction_id)
            returning state_key, custodial
            """)
                .params(
                        block,
                        Timestamp.from(at),
                        credits.stream().map(credit -> credit.key().toArray()).toArray(byte[][]::new),
                        credits.stream().map(Created::wallet).toArray(Long[]::new),
                        credits.stream().map(Created::value).toArray(Long[]::new),
                        credits.stream()
                                .map(credit -> credit.transaction().toArray())
                                .toArray(byte[][]::new),
                        credits.stream().map(Created::output).toArray(Integer[]::new))
                .query((row, _) -> row.getBoolean("custodial") ? row.getBytes("state_key") : new byte[0])
                .list()
                .toArray(byte[][]::new);
        if (held.length > 0) {
            jdbc.sql("update token set held = true where state_key = any(?::bytea[])")
                    .param((Object) held)
                    .update();
            news.tell();
        }
    }

    /// @return those of the tokens that were the bank's and not spent before
    List<Spent> spend(List<Bytes> keys, long block) {
        byte[][] all = keys.stream().map(Bytes::toArray).toArray(byte[][]::new);
        return jdbc.sql("""
            update token set spent_block = ? where state_key = any(?::bytea[]) and spent_block is null
            returning state_key, wallet, value
            """)
                .params(block, all)
                .query((row, _) ->
                        new Spent(Bytes.of(row.getBytes("state_key")), row.getLong("wallet"), row.getLong("value")))
                .list();
    }

    void book(List<Booking> bookings, long block, Instant at) {
        List<Booking> rows = byPayment(bookings);
        if (rows.isEmpty()) {
            return;
        }
        jdbc.sql("""
            insert into entry (id, wallet, block, index_in_block, transaction_id, amount, kind, booked_at, output,
                payment_id)
            select nextval('entry_id'), u.wallet, ?, u.index_in_block, u.transaction_id, u.amount, u.kind, ?, u.output,
                u.payment_id
            from unnest(?::bigint[], ?::bigint[], ?::bytea[], ?::bigint[], ?::text[], ?::int[], ?::uuid[])
                as u (wallet, index_in_block, transaction_id, amount, kind, output, payment_id)
            """)
                .params(
                        block,
                        Timestamp.from(at),
                        column("bigint", rows, Booking::wallet),
                        column("bigint", rows, Booking::index),
                        rows.stream()
                                .map(booking -> booking.transaction().toArray())
                                .toArray(byte[][]::new),
                        column("bigint", rows, Booking::amount),
                        column("text", rows, Booking::kind),
                        column("int", rows, Booking::output),
                        column("uuid", rows, Booking::payment))
                .update();
    }

    private static SqlArrayValue column(String type, List<Booking> rows, Function<Booking, @Nullable Object> of) {
        return new SqlArrayValue(type, rows.stream().map(of).toArray());
    }

    /// A debit is one entry for each payment that its transaction makes. Where more was taken than they are, the rest
    /// is one more: change whose note is late comes back as an entry of its own.
    private List<Booking> byPayment(List<Booking> bookings) {
        List<Booking> debits =
                bookings.stream().filter(booking -> booking.amount() < 0).toList();
        if (debits.isEmpty()) {
            return bookings;
        }
        byte[][] ids = debits.stream()
                .map(booking -> booking.transaction().toArray())
                .distinct()
                .toArray(byte[][]::new);
        List<Paid> all = jdbc.sql("""
            select p.id, p.wallet, p.transaction_id, p.amount
            from outgoing o join payment p on p.id = any(o.payments) and p.transaction_id = o.transaction_id
            where o.transaction_id = any(?::bytea[]) order by p.seq
            """)
                .param((Object) ids)
                .query((row, _) -> new Paid(
                        row.getObject("id", UUID.class),
                        row.getLong("wallet"),
                        Bytes.of(row.getBytes("transaction_id")),
                        row.getLong("amount")))
                .list();
        Map<Bytes, List<Paid>> paid = new HashMap<>();
        all.forEach(payment -> paid.computeIfAbsent(payment.transaction(), _ -> new ArrayList<>())
                .add(payment));
        List<Booking> split = new ArrayList<>();
        for (Booking booking : bookings) {
            List<Paid> own = booking.amount() >= 0
                    ? List.of()
                    : paid.getOrDefault(booking.transaction(), List.of()).stream()
                            .filter(payment -> payment.wallet() == booking.wallet())
                            .toList();
            long rest = own.stream().mapToLong(Paid::amount).reduce(booking.amount(), Math::addExact);
            if (own.isEmpty() || rest > 0) {
                split.add(booking);
            } else {
                own.forEach(payment -> split.add(booking.of(payment)));
                if (rest < 0) {
                    split.add(new Booking(
                            booking.wallet(), booking.index(), booking.transaction(), rest, booking.kind()));
                }
            }
        }
        return split;
    }
}
