package io.florin.bank.holdings;

import io.florin.crypto.Bytes;
import io.florin.ledger.Invariant;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Writes what one block did to the bank's wallets; always inside the database transaction of that block.
final class BlockStore {

    private final JdbcClient jdbc;
    private final JdbcOperations batches;

    BlockStore(JdbcClient jdbc, JdbcOperations batches) {
        this.jdbc = jdbc;
        this.batches = batches;
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

    /// What one transaction changed in one wallet.
    record Booking(long wallet, long index, Bytes transaction, long amount, String kind) {}

    long block() {
        return jdbc.sql("select block from ledger_position where id = 1")
                .query(Long.class)
                .single();
    }

    void create(List<Created> tokens, long block) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Created token : tokens) {
            rows.add(new @Nullable Object[] {
                token.key().toArray(),
                token.wallet(),
                token.value(),
                token.transaction().toArray(),
                token.output(),
                block,
                token.opening() == null ? null : token.opening().toArray(),
                token.spendable()
            });
        }
        batches.batchUpdate(
                "insert into token (state_key, wallet, value, transaction_id, output, created_block, opening, "
                        + "spendable) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (state_key) do nothing",
                rows);
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
        List<Object[]> rows = new ArrayList<>();
        for (Booking booking : bookings) {
            rows.add(new Object[] {
                booking.wallet(),
                block,
                booking.index(),
                booking.transaction().toArray(),
                booking.amount(),
                booking.kind(),
                Timestamp.from(at)
            });
        }
        batches.batchUpdate(
                "insert into entry (id, wallet, block, index_in_block, transaction_id, amount, kind, booked_at) "
                        + "values (nextval('entry_id'), ?, ?, ?, ?, ?, ?, ?)",
                rows);
    }

    /// The same where the transaction may be booked in part already.
    void bookLate(List<Booking> bookings, long block, Instant at) {
        List<Booking> fresh = new ArrayList<>();
        for (Booking booking : bookings) {
            byte[] transaction = booking.transaction().toArray();
            int cancelled = jdbc.sql("delete from entry where wallet = ? and transaction_id = ? and amount = ?")
                    .params(booking.wallet(), transaction, -booking.amount())
                    .update();
            int added = jdbc.sql("update entry set amount = amount + ? where wallet = ? and transaction_id = ?")
                    .params(booking.amount(), booking.wallet(), transaction)
                    .update();
            if (cancelled + added == 0) {
                fresh.add(booking);
            }
        }
        book(fresh, block, at);
    }

    void move(BlockChanges block) {
        int moved = jdbc.sql("""
            update ledger_position set block = ?, header_hash = ?, state_hash = ? where id = 1 and block = ?
            """)
                .params(
                        block.number(),
                        Bytes.fromHex(block.headerHash()).toArray(),
                        Bytes.fromHex(block.stateHash()).toArray(),
                        block.number() - 1)
                .update();
        Invariant.check(moved == 1, "somebody else follows the ledger into this database");
    }
}
