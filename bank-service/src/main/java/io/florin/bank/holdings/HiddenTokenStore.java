package io.florin.bank.holdings;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.codec.DecodeException;
import io.florin.wallet.hidden.OwnedToken;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/// Openings stand encrypted beside the tokens, so that balances, statements and limits need none. Any thread.
final class HiddenTokenStore implements HiddenTokens {

    private static final Logger LOG = LoggerFactory.getLogger(HiddenTokenStore.class);

    /// Reading a token checks its points, a fraction of a millisecond each.
    private static final int REMEMBERED_MAX = 20_000;

    private static final int PAGE = 512;

    /// Of those that cannot be read, how many are remembered.
    private static final int UNREADABLE_MAX = 10_000;

    private static final String FREE = """
        t.wallet = :wallet and t.spent_block is null and t.spendable and t.opening is not null
          and not t.held and not exists (select 1 from reservation r where r.state_key = t.state_key)
        """;

    /// Available tokens, the largest first, and beside them those that payments wait for: such a token may be smaller
    /// than hundreds of others, and a payment that is not told of it would have it made again, for ever.
    private static final String AVAILABLE = """
        with named as materialized (
            select distinct prepared_transaction as transaction_id, prepared_output as output from payment
            where wallet = :wallet and phase = 'OPEN' and state = 'ACCEPTED'
              and prepared_transaction is not null and prepared_output is not null)
        select * from (
            (select t.wallet, t.state_key, t.opening, t.value from token t
             where %1$s and not exists (
                select 1 from named n where n.transaction_id = t.transaction_id and n.output = t.output)
             order by t.value desc, t.state_key limit :limit)
            union all
            (select t.wallet, t.state_key, t.opening, t.value
             from named n join token t on t.transaction_id = n.transaction_id and t.output = n.output
             where %1$s)) free
        order by value desc, state_key
        """.formatted(FREE);

    private final JdbcClient jdbc;
    private final JdbcOperations batches;
    private final Vault vault;
    private final WalletChanges changes;

    /// Wallets of tokens that could not be read the last time.
    private final Map<Bytes32, Long> unreadable = new ConcurrentHashMap<>();

    private final Map<Bytes32, Opened> opened = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes32, Opened> eldest) {
            return size() > REMEMBERED_MAX;
        }
    });

    HiddenTokenStore(JdbcClient jdbc, JdbcOperations batches, Vault vault, WalletChanges changes) {
        this.changes = changes;
        this.jdbc = jdbc;
        this.batches = batches;
        this.vault = vault;
    }

    @Override
    public List<OwnedToken> available(long wallet) {
        long besides =
                unreadable.values().stream().filter(each -> each == wallet).count();
        return jdbc
                .sql(AVAILABLE)
                .param("wallet", wallet)
                .param("limit", AVAILABLE_MAX + besides)
                .query(this::row)
                .list()
                .stream()
                .flatMap(row -> row.token().stream())
                .toList();
    }

    /// Of those that were met. What was spent or deleted since then, by hand or after a restore, is none any more.
    @Override
    public int unreadable() {
        if (!unreadable.isEmpty()) {
            byte[][] keys = unreadable.keySet().stream().map(Bytes32::toArray).toArray(byte[][]::new);
            unreadable
                    .keySet()
                    .retainAll(jdbc.sql("""
                        select state_key from token
                        where state_key = any(?) and spent_block is null and opening is not null
                        """)
                            .param(new SqlArrayValue("bytea", (Object[]) keys))
                            .query((row, _) -> Bytes32.of(row.getBytes("state_key")))
                            .set());
        }
        return unreadable.size();
    }

    /// A row that may be corrupted.
    private record Row(byte[] key, Optional<OwnedToken> token) {
        Optional<Uncertified> readable() {
            return token.map(known -> new Uncertified(key, known));
        }
    }

    /// One that cannot be read stands in nobody's way, and is looked at again each time: it may have been mended.
    private Row row(ResultSet row, int number) throws SQLException {
        byte[] key = row.getBytes("state_key");
        Bytes32 place = Bytes32.of(key);
        long wallet = row.getLong("wallet");
        try {
            OwnedToken token = token(place, row.getBytes("opening"));
            if (unreadable.remove(place) != null) {
                LOG.info("a token's opening can be read again: wallet={}", wallet);
            }
            return new Row(key, Optional.of(token));
        } catch (IllegalStateException | DecodeException corrupted) {
            if (unreadable.size() < UNREADABLE_MAX && unreadable.put(place, wallet) == null) {
                LOG.error(
                        "a token's opening in the database cannot be read, it cannot be spent: wallet={} cause={}",
                        wallet,
                        corrupted.getClass().getSimpleName());
            }
            return new Row(key, Optional.empty());
        }
    }

    private OwnedToken token(Bytes32 place, byte[] sealed) {
        Bytes32 digest = Sha256.hash(sealed);
        Opened known = opened.get(place);
        if (known == null || !known.digest().equals(digest)) {
            known = new Opened(digest, OwnedToken.decode(vault.open(sealed, place.toArray())));
            opened.put(place, known);
        }
        return known.token();
    }

    /// A token and the digest of the bytes it was read from.
    private record Opened(Bytes32 digest, OwnedToken token) {}

    @Override
    public List<Uncertified> uncertified(int limit) {
        return jdbc.sql("""
            select wallet, state_key, opening from token
            where not spendable and spent_block is null and opening is not null
            order by created_block, state_key limit ?
            """).param(limit + unreadable.size()).query(this::row).list().stream()
                .flatMap(row -> row.readable().stream())
                .limit(limit)
                .toList();
    }

    @Override
    public void certified(Collection<Uncertified> tokens) {
        batches.batchUpdate(
                "update token set opening = ?, spendable = true where state_key = ?",
                tokens.stream()
                        .map(signed -> new Object[] {vault.seal(signed.token().encode(), signed.key()), signed.key()})
                        .toList());
        changes.changed(jdbc.sql("select distinct wallet from token where state_key = any(?)")
                .param(new SqlArrayValue("bytea", (Object[])
                        tokens.stream().map(Uncertified::key).toArray(byte[][]::new)))
                .query(Long.class)
                .list());
    }

    @Override
    public int uncertify(Set<Long> epochs) {
        int changed = 0;
        byte[] after = {};
        while (true) {
            List<Row> page =
                    jdbc.sql("""
                        select wallet, state_key, opening from token
                        where spent_block is null and spendable and opening is not null and state_key > ?
                        order by state_key limit ?
                        """).param(after).param(PAGE).query(this::row).list();
            if (page.isEmpty()) {
                return changed;
            }
            List<Uncertified> ended = page.stream()
                    .flatMap(row -> row.readable().stream())
                    .filter(each -> each.token().certification().isPresent()
                            && !epochs.contains(each.token().certifierEpoch()))
                    .toList();
            batches.batchUpdate(
                    "update token set opening = ?, spendable = false where state_key = ?",
                    ended.stream()
                            .map(each -> new Object[] {
                                vault.seal(each.token().uncertified().encode(), each.key()), each.key()
                            })
                            .toList());
            changed += ended.size();
            after = page.getLast().key();
        }
    }
}
