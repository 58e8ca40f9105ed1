package io.florin.bank.limits;

import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.wallet.address.WalletAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Counts what self-held wallets hold and what is on its way to them, in one statement and therefore of one moment.
public class SelfHeldRoom implements HoldingLimits {

    /// Any number that no other advisory lock of this database has.
    private static final long LOCK = 0x5e1f_4e1dL;

    private static final String SELF_HELD = """
        select owner_key, note_key from wallet
        where owner_key = any(?::bytea[]) and not custodial and customer_id is not null
        """;

    private static final String HELD = """
        select w.owner_key, w.tier,
            (select coalesce(sum(t.value), 0)::bigint from token t where t.wallet = w.number and t.spent_block is null)
            + (select coalesce(sum(p.amount), 0)::bigint from payment p
               where p.payee = x.address and p.state in ('ACCEPTED', 'SUBMITTED')) as held
        from unnest(?::bytea[], ?::text[]) as x(owner, address) join wallet w on w.owner_key = x.owner
        """;

    private final JdbcClient jdbc;
    private final LedgerAccess ledger;

    SelfHeldRoom(JdbcClient jdbc, LedgerAccess ledger) {
        this.jdbc = jdbc;
        this.ledger = ledger;
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public Map<OwnerKey, Long> roomOf(Collection<WalletAddress> payees) {
        byte[][] owners = payees.stream()
                .map(payee -> payee.owner().value().toArray())
                .distinct()
                .toArray(byte[][]::new);
        List<WalletAddress> selfHeld = jdbc.sql(SELF_HELD)
                .param((Object) owners)
                .query((row, _) ->
                        new WalletAddress(OwnerKey.of(row.getBytes("owner_key")), Bytes32.of(row.getBytes("note_key"))))
                .list();
        if (selfHeld.isEmpty()) {
            return Map.of();
        }
        jdbc.sql("select 1 from pg_advisory_xact_lock(?)")
                .param(LOCK)
                .query(Integer.class)
                .single();
        Map<OwnerKey, Long> room = new HashMap<>();
        jdbc.sql(HELD)
                .params(
                        selfHeld.stream()
                                .map(wallet -> wallet.owner().value().toArray())
                                .toArray(byte[][]::new),
                        selfHeld.stream().map(WalletAddress::toText).toArray(String[]::new))
                .query(row -> {
                    long held = row.getLong("held");
                    long limit = ledger.configuration()
                            .tier(row.getInt("tier"))
                            .map(tier -> tier.holdingMax().minorUnits())
                            .orElse(0L);
                    room.put(OwnerKey.of(row.getBytes("owner_key")), Math.max(0, limit - held));
                });
        return room;
    }
}
