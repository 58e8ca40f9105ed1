package io.florin.bank.reserves;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.FinalStatusListener;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.Treasury;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.reserves.SupplyOrder.State;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// The bank's orders to turn reserves into digital currency and back. The central bank carries out a withdrawal; a
/// redemption is completed by this bank, whose treasury tokens leave circulation. The order's id is on the ledger with
/// either, so an order settles at most once whatever is repeated.
public class SupplyOrders implements FinalStatusListener {

    private static final int ID_BYTES = 32;
    private static final String OPEN = "state not in ('SETTLED', 'REFUSED')";
    private static final PagedList<SupplyOrderView> NEWEST = new PagedList<>(
            "orders",
            true,
            List.of(
                    new Key<>("created_at", Kind.TIME, SupplyOrderView::createdAt),
                    new Key<>("id", Kind.BYTES, SupplyOrderView::id)));

    private final JdbcClient jdbc;
    private final WalletBook wallets;
    private final Holdings holdings;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Vault vault;
    private final PaymentGate gate;

    SupplyOrders(
            JdbcClient jdbc,
            WalletBook wallets,
            Holdings holdings,
            Vault vault,
            PaymentGate gate,
            InstantSource clock,
            RandomGenerator random) {
        this.jdbc = jdbc;
        this.wallets = wallets;
        this.holdings = holdings;
        this.clock = clock;
        this.random = random;
        this.vault = vault;
        this.gate = gate;
    }

    /// Records an order durably; the loop carries it out. A redemption promises the treasury's money at once.
    @Transactional
    public SupplyOrderView order(Direction direction, Amount amount) {
        boolean enrolled = wallets.wallet(WalletInfo.TREASURY)
                .map(treasury -> treasury.state() == WalletInfo.State.ENROLLED)
                .orElse(false);
        if (!enrolled) {
            throw ApiProblems.refused("treasury-not-enrolled", "registration has not enrolled this bank's treasury");
        }
        gate.closed().ifPresent(why -> {
            throw ApiProblems.refused(PaymentGate.CODE, why);
        });
        holdings.lock(WalletInfo.TREASURY);
        long free = holdings.funds(WalletInfo.TREASURY).available();
        if (direction == Direction.REDEMPTION && amount.minorUnits() > free) {
            throw ApiProblems.refused("insufficient-funds", "the treasury cannot promise this amount");
        }
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        Timestamp now = Timestamp.from(clock.instant());
        jdbc.sql("""
            insert into supply_order (id, direction, amount, state, created_at, updated_at) values (?, ?, ?, ?, ?, ?)
            """)
                .params(id, direction.name(), amount.minorUnits(), State.CREATED.name(), now, now)
                .update();
        return find(Bytes32.of(id)).orElseThrow();
    }

    @Transactional(readOnly = true)
    public Optional<SupplyOrderView> find(Bytes32 id) {
        return jdbc.sql("select * from supply_order where id = ?")
                .param(id.toArray())
                .query(SupplyOrders::view)
                .optional();
    }

    /// @param cursor null for the first page
    @Transactional(readOnly = true)
    public ListPage<SupplyOrderView> newest(@Nullable String cursor, int size) {
        return NEWEST.read(jdbc, PagedList.Rows.all("select * from supply_order"), cursor, size, SupplyOrders::view);
    }

    @Transactional(readOnly = true)
    public List<SupplyOrderView> newest(int limit) {
        return jdbc.sql("select * from supply_order order by created_at desc, id limit ?")
                .param(limit)
                .query(SupplyOrders::view)
                .list();
    }

    /// Open orders that are due, oldest first.
    List<SupplyOrder> due() {
        return jdbc.sql("select * from supply_order where " + OPEN
                        + " and next_attempt_at <= ? order by created_at, id")
                .param(Timestamp.from(clock.instant()))
                .query(this::order)
                .list();
    }

    @Transactional
    void moved(Bytes32 id, State state, String reason) {
        jdbc.sql("update supply_order set state = ?, reason = ?, updated_at = ? where id = ? and " + OPEN)
                .params(state.name(), limited(reason), Timestamp.from(clock.instant()), id.toArray())
                .update();
    }

    @Transactional
    void postpone(Bytes32 id, Duration by) {
        jdbc.sql("update supply_order set next_attempt_at = ? where id = ?")
                .params(Timestamp.from(clock.instant().plus(by)), id.toArray())
                .update();
    }

    /// Sets the transaction's tokens aside and keeps it with its order, all or nothing.
    @Transactional
    boolean signed(Bytes32 id, Treasury.Made made) {
        ClientTransaction transaction = made.transaction();
        int updated = jdbc.sql("""
            update supply_order set state = 'SUBMITTED', transaction_id = ?, transaction = ?, disclosure = ?,
                expiry_height = ?, attempts = attempts + 1, updated_at = ? where id = ? and state = 'APPROVED'
            """)
                .params(
                        transaction.id().value().toArray(),
                        transaction.encode(),
                        vault.seal(made.approvalRequest(), id.toArray()),
                        transaction.header().expiryHeight(),
                        Timestamp.from(clock.instant()),
                        id.toArray())
                .update();
        if (updated == 1) {
            holdings.reserve(List.of(transaction));
        }
        return updated == 1;
    }

    /// The order's transaction will not do; another one is made. Should it commit all the same, the next one cannot:
    /// both would write the record of the same order.
    @Transactional
    void failed(SupplyOrder order, String reason) {
        order.transaction().ifPresent(transaction -> holdings.release(List.of(transaction.id())));
        back(order.id(), reason);
    }

    /// Back to before the transaction, and due at once.
    private void back(Bytes32 id, String reason) {
        jdbc.sql("""
            update supply_order set state = 'APPROVED', transaction = null, transaction_id = null, disclosure = null,
                reason = ?, updated_at = ?, next_attempt_at = '-infinity' where id = ? and state = 'SUBMITTED'
            """)
                .params(limited(reason), Timestamp.from(clock.instant()), id.toArray())
                .update();
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void onBlock(long block, List<FinalStatus> statuses) {
        List<SupplyOrder> waiting = jdbc.sql(
                        "select * from supply_order where direction = 'REDEMPTION' and state = 'SUBMITTED'")
                .query(this::order)
                .list();
        if (waiting.isEmpty()) {
            return;
        }
        Map<TransactionId, TransactionStatus> told = new HashMap<>();
        statuses.forEach(status -> told.put(status.transaction(), status.status()));
        for (SupplyOrder order : waiting) {
            ClientTransaction transaction = order.transaction().orElseThrow();
            TransactionStatus status = told.get(transaction.id());
            boolean expired = transaction.header().expiryHeight() <= block;
            if (status == null && !expired) {
                continue;
            }
            holdings.release(List.of(transaction.id()));
            if (status == TransactionStatus.COMMITTED && transaction.kind() == TransactionKind.REDEEM) {
                moved(order.id(), State.SETTLED, "");
            } else {
                back(order.id(), status == TransactionStatus.COMMITTED ? "" : String.valueOf(status));
            }
        }
    }

    private static String limited(String text) {
        return text.length() <= 140 ? text : text.substring(0, 140);
    }

    private static SupplyOrderView view(ResultSet row, int number) throws SQLException {
        byte[] transaction = row.getBytes("transaction_id");
        return new SupplyOrderView(
                Bytes32.of(row.getBytes("id")).toHex(),
                row.getString("direction"),
                row.getLong("amount"),
                row.getString("state"),
                row.getString("reason"),
                transaction == null ? "" : TransactionId.of(transaction).toHex(),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("updated_at").toInstant());
    }

    private SupplyOrder order(ResultSet row, int number) throws SQLException {
        byte[] transaction = row.getBytes("transaction");
        byte[] disclosure = row.getBytes("disclosure");
        byte[] id = row.getBytes("id");
        return new SupplyOrder(
                Bytes32.of(id),
                Direction.valueOf(row.getString("direction")),
                Amount.of(row.getLong("amount")),
                State.valueOf(row.getString("state")),
                Optional.ofNullable(transaction).map(ClientTransaction::decode),
                () -> approvalRequest(transaction, disclosure, id));
    }

    /// Of an order that was signed by an older version it is the transaction.
    private Bytes approvalRequest(byte @Nullable [] transaction, byte @Nullable [] disclosure, byte[] id) {
        if (disclosure != null) {
            return Bytes.of(vault.open(disclosure, id));
        }
        return transaction == null ? Bytes.EMPTY : Bytes.of(transaction);
    }
}
