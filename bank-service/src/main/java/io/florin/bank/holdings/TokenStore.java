package io.florin.bank.holdings;

import io.florin.bank.protocol.ClearTokens;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Tokens, reservations and funds in PostgreSQL. Amounts are minor units.
public class TokenStore implements Holdings, ClearTokens {

    private static final String AVAILABLE = """
        select w.number, w.owner_key, t.transaction_id, t.output, t.value
        from wallet w cross join lateral (
            select t.transaction_id, t.output, t.value, t.state_key
            from token t
            where t.wallet = w.number and t.spent_block is null and not t.held
              and not exists (select 1 from reservation r where r.state_key = t.state_key)
            order by t.value desc, t.state_key
            limit 4096) t
        where w.number = any(?)
        order by w.number, t.value desc, t.state_key
        """;

    private final JdbcClient jdbc;
    private final int tokenType;
    private final WalletChanges changes;

    TokenStore(JdbcClient jdbc, int tokenType, WalletChanges changes) {
        this.jdbc = jdbc;
        this.tokenType = tokenType;
        this.changes = changes;
    }

    @Override
    public Map<Long, List<TokenReference>> available(Collection<Long> wallets) {
        Map<Long, List<TokenReference>> available = new HashMap<>();
        if (!wallets.isEmpty()) {
            jdbc.sql(AVAILABLE)
                    .param(new SqlArrayValue("bigint", wallets.toArray()))
                    .query(row -> {
                        Amount value = Amount.of(row.getLong("value"));
                        available
                                .computeIfAbsent(row.getLong("number"), _ -> new ArrayList<>())
                                .add(new TokenReference(
                                        TransactionId.of(row.getBytes("transaction_id")),
                                        row.getInt("output"),
                                        new Token(OwnerKey.of(row.getBytes("owner_key")), tokenType, value)));
                    });
        }
        return available;
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void reserve(Collection<ClientTransaction> transactions) {
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> ids = new ArrayList<>();
        for (ClientTransaction transaction : transactions) {
            byte[] id = transaction.id().value().toArray();
            for (StateKey key : inputs(transaction)) {
                keys.add(key.value().toArray());
                ids.add(id);
            }
        }
        jdbc.sql("""
            insert into reservation (state_key, transaction_id)
            select * from unnest(?::bytea[], ?::bytea[]) as u (state_key, transaction_id) order by state_key
            """)
                .params(keys.toArray(byte[][]::new), ids.toArray(byte[][]::new))
                .update();
        for (ClientTransaction transaction : transactions) {
            if (transaction instanceof HiddenPayment payment) {
                keepNotes(payment);
            }
        }
    }

    /// Keeps the notes of a payment, so that its change does not depend on endorsers showing the bank its own notes.
    /// Nobody is asked for their transaction before it is released.
    private void keepNotes(HiddenPayment payment) {
        byte[] id = payment.id().value().toArray();
        for (int output = 0; output < payment.notes().size(); output++) {
            Bytes note = payment.notes().get(output);
            jdbc.sql("""
                insert into hidden_note (transaction_id, output, digest, note, ask_after, expiry_height)
                values (?, ?, ?, ?, 'infinity', ?) on conflict do nothing
                """)
                    .params(
                            id,
                            output,
                            NoteDigest.of(new TransactionOutput(payment.id(), output), note)
                                    .toArray(),
                            note.toArray(),
                            payment.header().expiryHeight())
                    .update();
        }
    }

    /// An endorser that refused a transaction may have taken it all the same: the bank's own notes are kept for
    /// [LateNotes] until it cannot commit any more.
    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void release(Collection<TransactionId> transactions) {
        byte[][] ids = transactions.stream().map(id -> id.value().toArray()).toArray(byte[][]::new);
        changes.changed(jdbc.sql("""
            with freed as (delete from reservation where transaction_id = any(?::bytea[]) returning state_key)
            select distinct t.wallet from freed f join token t on t.state_key = f.state_key
            """).param((Object) ids).query(Long.class).list());
        jdbc.sql("""
            update hidden_note set ask_after = '-infinity'
            where transaction_id = any(?::bytea[]) and ask_after = 'infinity'
            """).param((Object) ids).update();
    }

    /// Does not stand in the way of rows that refer to the wallets.
    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void lock(Collection<Long> wallets) {
        jdbc.sql("select number from wallet where number = any(?) order by number for no key update")
                .param(new SqlArrayValue("bigint", wallets.toArray()))
                .query(Long.class)
                .list();
    }

    @Override
    public Funds funds(long wallet) {
        return jdbc.sql("select total, locked, held, block from wallet_funds where wallet = ?")
                .param(wallet)
                .query((row, _) -> new Funds(
                        row.getLong("total"), row.getLong("locked"), row.getLong("held"), row.getLong("block")))
                .optional()
                .orElse(Funds.NONE);
    }

    @Override
    public Map<Long, Funds> funds(Collection<Long> wallets) {
        Map<Long, Funds> funds = new HashMap<>();
        jdbc.sql("select wallet, total, locked, held, block from wallet_funds where wallet = any(?)")
                .param(new SqlArrayValue("bigint", wallets.toArray()))
                .query(row -> {
                    funds.put(
                            row.getLong("wallet"),
                            new Funds(
                                    row.getLong("total"),
                                    row.getLong("locked"),
                                    row.getLong("held"),
                                    row.getLong("block")));
                });
        return funds;
    }

    @Override
    public boolean awaitsScreening(long wallet) {
        return jdbc.sql("""
            select exists (select 1 from held_credit h where h.wallet = ? and h.custodial and h.state = 'WAITING'
                and h.booked_at > now() - interval '10 minutes')
            """).param(wallet).query(Boolean.class).single();
    }

    @Override
    public long block() {
        return jdbc.sql("select block from ledger_position where id = 1")
                .query(Long.class)
                .single();
    }

    /// State keys to reserve: the inputs, and for a hidden payment also the keys of its request and of padding, which
    /// no token stands under.
    private static List<StateKey> inputs(ClientTransaction transaction) {
        return switch (transaction) {
            case Transfer transfer -> keys(transfer.inputs());
            case Redeem redeem -> keys(redeem.inputs());
            case HiddenPayment payment ->
                payment.statement().readKeys(payment.header().namespace());
            case RailDeposit deposit -> keys(deposit.inputs());
            case Issue _, ConfigurationChange _, RailWithdrawal _, RailRescue _, RailRescueOutcome _ -> List.of();
        };
    }

    private static List<StateKey> keys(List<TokenReference> inputs) {
        return inputs.stream().map(TokenReference::key).toList();
    }
}
