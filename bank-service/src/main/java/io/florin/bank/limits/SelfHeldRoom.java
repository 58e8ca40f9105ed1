package io.florin.bank.limits;

import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.HoldingShare;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Counts what self-held wallets hold and what is on its way to their owners, in one statement and therefore of one
/// moment.
///
/// Who takes its lock waits for no wallet until the transaction ends: several wallets are held before it.
public class SelfHeldRoom implements HoldingLimits {

    /// Any number that no other advisory lock of this database has.
    private static final long LOCK = 0x5e1f_4e1dL;

    private static final String SELF_HELD = """
        from wallet w where w.owner_key = any(?::bytea[]) and not w.custodial
        """;

    private static final String COUNT = "select count(*) " + SELF_HELD;

    private static final String HELD = """
        select w.owner_key, w.tier, w.holding_share,
            (select coalesce(sum(t.value), 0)::bigint from token t where t.wallet = w.number and t.spent_block is null)
            + (select coalesce(sum(p.amount), 0)::bigint from payment p
               where p.payee_owner = w.owner_key and p.phase = 'OPEN') as held
        """ + SELF_HELD;

    private static final String HELD_BY = """
        select (select coalesce(sum(t.value), 0)::bigint from token t where t.wallet = w.number and t.spent_block is null)
            + (select coalesce(sum(p.amount), 0)::bigint from payment p
               where (p.payee_account = w.iban or p.payee_owner = w.owner_key)
                   and p.phase = 'OPEN')
        from wallet w where w.number = ?
        """;

    private final JdbcClient jdbc;
    private final LedgerAccess ledger;

    SelfHeldRoom(JdbcClient jdbc, LedgerAccess ledger) {
        this.jdbc = jdbc;
        this.ledger = ledger;
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public Map<OwnerKey, Long> roomOf(Collection<OwnerKey> payees) {
        if (payees.isEmpty()) {
            return Map.of();
        }
        byte[][] owners =
                payees.stream().map(owner -> owner.value().toArray()).distinct().toArray(byte[][]::new);
        if (jdbc.sql(COUNT).param((Object) owners).query(Long.class).single() == 0) {
            return Map.of();
        }
        lock();
        Map<OwnerKey, Long> room = new HashMap<>();
        jdbc.sql(HELD).param((Object) owners).query(row -> {
            long held = row.getLong("held");
            HoldingShare share = new HoldingShare(row.getInt("holding_share"));
            long limit = ledger.configuration()
                    .tier(row.getInt("tier"))
                    .map(tier -> share.of(tier.holdingMax()).minorUnits())
                    .orElse(0L);
            room.put(OwnerKey.of(row.getBytes("owner_key")), Math.max(0, limit - held));
        });
        return room;
    }

    private void lock() {
        jdbc.sql("select 1 from pg_advisory_xact_lock(?)")
                .param(LOCK)
                .query(Integer.class)
                .single();
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public long heldBy(long wallet) {
        lock();
        return jdbc.sql(HELD_BY).param(wallet).query(Long.class).single();
    }
}
