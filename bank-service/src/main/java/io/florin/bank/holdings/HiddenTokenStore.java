package io.florin.bank.holdings;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.Vault;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.wallet.hidden.OwnedToken;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Openings stand encrypted beside the tokens, so that balances, statements and limits need none.
final class HiddenTokenStore implements HiddenTokens {

    /// Reading a token checks its points, a fraction of a millisecond each.
    private static final int REMEMBERED_MAX = 20_000;

    private static final int PAGE = 512;

    private static final String AVAILABLE = """
        select t.state_key, t.opening from token t
        where t.wallet = ? and t.spent_block is null and t.spendable and t.opening is not null
          and not exists (select 1 from reservation r where r.state_key = t.state_key)
        order by t.value desc, t.state_key
        limit 512
        """;

    private final JdbcClient jdbc;
    private final JdbcOperations batches;
    private final Vault vault;
    private final Map<Bytes32, Opened> opened = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes32, Opened> eldest) {
            return size() > REMEMBERED_MAX;
        }
    });

    HiddenTokenStore(JdbcClient jdbc, JdbcOperations batches, Vault vault) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.vault = vault;
    }

    @Override
    public List<OwnedToken> available(long wallet) {
        return jdbc.sql(AVAILABLE).param(wallet).query(this::token).list();
    }

    private OwnedToken token(ResultSet row, int number) throws SQLException {
        byte[] sealed = row.getBytes("opening");
        Bytes32 place = Bytes32.of(row.getBytes("state_key"));
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
            select state_key, opening from token where not spendable and spent_block is null
            order by created_block, state_key limit ?
            """)
                .param(limit)
                .query((row, number) -> new Uncertified(row.getBytes("state_key"), token(row, number)))
                .list();
    }

    @Override
    public void certified(Collection<Uncertified> tokens) {
        batches.batchUpdate(
                "update token set opening = ?, spendable = true where state_key = ?",
                tokens.stream()
                        .map(signed -> new Object[] {vault.seal(signed.token().encode(), signed.key()), signed.key()})
                        .toList());
    }

    @Override
    public int uncertify(Set<Long> epochs) {
        int changed = 0;
        byte[] after = {};
        while (true) {
            List<Uncertified> page = jdbc.sql("""
                select state_key, opening from token
                where spent_block is null and spendable and opening is not null and state_key > ?
                order by state_key limit ?
                """)
                    .param(after)
                    .param(PAGE)
                    .query((row, number) -> new Uncertified(row.getBytes("state_key"), token(row, number)))
                    .list();
            if (page.isEmpty()) {
                return changed;
            }
            List<Uncertified> ended = page.stream()
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
