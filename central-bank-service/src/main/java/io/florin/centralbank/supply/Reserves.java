package io.florin.centralbank.supply;

import io.florin.crypto.Bytes32;
import java.sql.Timestamp;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Banks' simulated reserve accounts. A withdrawal holds its amount when it is asked for; the hold leaves when the ledger
/// has issued, and returns when the request is refused. Each booking of a request happens once: a key makes a second one
/// impossible. Amounts are minor units.
public class Reserves {

    private final JdbcClient jdbc;
    private final InstantSource clock;

    Reserves(JdbcClient jdbc, InstantSource clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /// @param balance free to withdraw
    /// @param held set aside for withdrawals under way
    public record Account(int participant, long balance, long held) {}

    @Transactional(readOnly = true)
    public List<Account> accounts() {
        return jdbc.sql("select participant, balance, held from reserve_account order by participant")
                .query((row, _) -> new Account(row.getInt("participant"), row.getLong("balance"), row.getLong("held")))
                .list();
    }

    @Transactional(readOnly = true)
    public Optional<Account> account(int participant) {
        return accounts().stream()
                .filter(account -> account.participant() == participant)
                .findFirst();
    }

    /// Opens an account once, with what the bank brings.
    @Transactional
    public void open(int participant, long balance) {
        int opened = jdbc.sql("insert into reserve_account values (?, ?, 0) on conflict do nothing")
                .params(participant, balance)
                .update();
        if (opened == 1 && balance > 0) {
            entry(participant, balance, 0, "OPENING", null);
        }
    }

    /// @return false when the balance does not cover the amount
    @Transactional(propagation = Propagation.MANDATORY)
    boolean hold(int participant, long amount, Bytes32 request) {
        int held = jdbc.sql("""
                update reserve_account set balance = balance - ?, held = held + ?
                where participant = ? and balance >= ?
                """)
                .params(amount, amount, participant, amount)
                .update();
        if (held == 1) {
            entry(participant, -amount, amount, "HELD", request);
        }
        return held == 1;
    }

    @Transactional(propagation = Propagation.MANDATORY)
    void release(int participant, long amount, Bytes32 request) {
        move(participant, amount, -amount);
        entry(participant, amount, -amount, "RELEASED", request);
    }

    @Transactional(propagation = Propagation.MANDATORY)
    void withdrawn(int participant, long amount, Bytes32 request) {
        move(participant, 0, -amount);
        entry(participant, 0, -amount, "WITHDRAWN", request);
    }

    @Transactional(propagation = Propagation.MANDATORY)
    void redeemed(int participant, long amount, Bytes32 request) {
        move(participant, amount, 0);
        entry(participant, amount, 0, "REDEEMED", request);
    }

    /// What banks brought in all.
    @Transactional(readOnly = true)
    public long opened() {
        return jdbc.sql("select coalesce(sum(balance_change), 0) from reserve_entry where kind = 'OPENING'")
                .query(Long.class)
                .single();
    }

    private void move(int participant, long balance, long held) {
        int moved = jdbc.sql(
                        "update reserve_account set balance = balance + ?, held = held + ? where participant = ?")
                .params(balance, held, participant)
                .update();
        if (moved != 1) {
            throw new IllegalStateException("participant " + participant + " has no reserve account");
        }
    }

    private void entry(int participant, long balance, long held, String kind, @Nullable Bytes32 request) {
        jdbc.sql("""
                insert into reserve_entry (participant, balance_change, held_change, kind, request_id, booked_at)
                values (:participant, :balance, :held, :kind, :request, :at)
                """)
                .param("participant", participant)
                .param("balance", balance)
                .param("held", held)
                .param("kind", kind)
                .param("request", request == null ? null : request.toArray(), java.sql.Types.BINARY)
                .param("at", Timestamp.from(clock.instant()))
                .update();
    }
}
