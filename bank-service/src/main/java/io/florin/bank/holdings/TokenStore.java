package io.florin.bank.holdings;

import io.florin.bank.protocol.Holdings;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Tokens, reservations and balances in PostgreSQL. Amounts are minor units.
public class TokenStore implements Holdings {

    private static final String AVAILABLE = """
            select t.transaction_id, t.output, t.value, w.owner_key
            from token t join wallet w on w.number = t.wallet
            where t.wallet = :wallet and t.spent_block is null
              and not exists (select 1 from reservation r where r.state_key = t.state_key)
            order by t.value desc, t.state_key
            limit 4096
            """;
    private static final String BALANCE = """
            select coalesce(sum(t.value), 0) as total,
                   coalesce(sum(t.value) filter (where r.state_key is not null), 0) as locked,
                   (select block from ledger_position where id = 1) as block
            from token t left join reservation r on r.state_key = t.state_key
            where t.wallet = :wallet and t.spent_block is null
            """;

    private final JdbcClient jdbc;
    private final int tokenType;

    TokenStore(JdbcClient jdbc, int tokenType) {
        this.jdbc = jdbc;
        this.tokenType = tokenType;
    }

    @Override
    @Transactional(readOnly = true, propagation = Propagation.SUPPORTS)
    public List<TokenReference> available(long wallet) {
        return jdbc.sql(AVAILABLE)
                .param("wallet", wallet)
                .query((row, _) -> new TokenReference(
                        TransactionId.of(row.getBytes("transaction_id")),
                        row.getInt("output"),
                        new Token(
                                OwnerKey.of(row.getBytes("owner_key")), tokenType, Amount.of(row.getLong("value")))))
                .list();
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void reserve(ClientTransaction transaction) {
        byte[] id = transaction.id().value().toArray();
        for (TokenReference input : inputs(transaction)) {
            jdbc.sql("insert into reservation (state_key, transaction_id) values (?, ?)")
                    .params(input.key().value().toArray(), id)
                    .update();
        }
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void release(TransactionId transaction) {
        jdbc.sql("delete from reservation where transaction_id = ?")
                .param(transaction.value().toArray())
                .update();
    }

    @Override
    @Transactional(readOnly = true)
    public Balance balance(long wallet) {
        return jdbc.sql(BALANCE)
                .param("wallet", wallet)
                .query((row, _) -> {
                    long total = row.getLong("total");
                    long locked = row.getLong("locked");
                    return new Balance(total, locked, total - locked, row.getLong("block"));
                })
                .single();
    }

    @Override
    public long block() {
        return jdbc.sql("select block from ledger_position where id = 1")
                .query(Long.class)
                .single();
    }

    /// A token of one of the bank's wallets was created.
    void create(StateKey key, long wallet, TransactionId transaction, int output, long value, long block) {
        jdbc.sql("""
                insert into token (state_key, wallet, value, transaction_id, output, created_block)
                values (?, ?, ?, ?, ?, ?) on conflict (state_key) do nothing
                """)
                .params(
                        key.value().toArray(), wallet, value, transaction.value().toArray(), output, block)
                .update();
    }

    /// @return wallet and value of the token, if it was one of the bank's
    List<Spent> spend(StateKey key, long block) {
        return jdbc.sql("""
                update token set spent_block = ? where state_key = ? and spent_block is null returning wallet, value
                """)
                .params(block, key.value().toArray())
                .query((row, _) -> new Spent(row.getLong("wallet"), row.getLong("value")))
                .list();
    }

    record Spent(long wallet, long value) {}

    private static List<TokenReference> inputs(ClientTransaction transaction) {
        return switch (transaction) {
            case Transfer transfer -> transfer.inputs();
            case Redeem redeem -> redeem.inputs();
            case Issue _, ConfigurationChange _ -> List.of();
        };
    }
}
