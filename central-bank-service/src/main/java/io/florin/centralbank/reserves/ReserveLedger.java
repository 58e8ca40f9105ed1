package io.florin.centralbank.reserves;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.Timestamp;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// The books in the database. A booking, its postings and the balances change in one transaction; a second booking of
/// the same kind for the same request breaks the transaction; no account but the settlement side goes below zero.
public class ReserveLedger {
    /// @param balance free to withdraw
    /// @param held set aside for withdrawals under way
    @Schema(description = "A bank's reserve account, minor units")
    public record Account(
            @Schema(description = "Id of the bank") int participant,
            @Schema(description = "Free to withdraw") long balance,

            @Schema(description = "Set aside for withdrawals under way")
            long held) {}

    private final JdbcClient jdbc;
    private final InstantSource clock;

    public ReserveLedger(JdbcClient jdbc, InstantSource clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    @Transactional(readOnly = true)
    public List<Account> accounts() {
        return jdbc.sql("""
            select r.participant, r.balance, h.balance as held from account r
            join account h on h.participant = r.participant and h.name like 'HELD:%'
            where r.name like 'RESERVE:%' order by r.participant
            """)
                .query((row, _) -> new Account(row.getInt("participant"), row.getLong("balance"), row.getLong("held")))
                .list();
    }

    @Transactional(readOnly = true)
    public Optional<Account> account(int participant) {
        return accounts().stream()
                .filter(account -> account.participant() == participant)
                .findFirst();
    }

    /// Opens a bank's accounts once, with what it brings.
    @Transactional
    public void open(int participant, Amount brought) {
        int opened = jdbc.sql("insert into account values (?, ?, 0) on conflict do nothing")
                .params(Booking.reserve(participant), participant)
                .update();
        if (opened == 0) {
            return;
        }
        jdbc.sql("insert into account values (?, ?, 0)")
                .params(Booking.held(participant), participant)
                .update();
        if (!brought.isZero()) {
            book(Booking.opened(participant, brought));
        }
    }

    /// Sets the amount of a withdrawal aside.
    ///
    /// @return false when the balance does not cover it
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean hold(int participant, Amount amount, Bytes32 request) {
        long free = jdbc.sql("select balance from account where name = ? for update")
                .param(Booking.reserve(participant))
                .query(Long.class)
                .optional()
                .orElse(0L);
        if (free < amount.minorUnits()) {
            return false;
        }
        book(Booking.held(participant, amount, request.toHex()));
        return true;
    }

    /// A withdrawal was refused.
    @Transactional(propagation = Propagation.MANDATORY)
    public void release(int participant, Amount amount, Bytes32 request) {
        book(Booking.released(participant, amount, request.toHex()));
    }

    /// The ledger has issued what was held.
    @Transactional(propagation = Propagation.MANDATORY)
    public void withdrawn(int participant, Amount amount, Bytes32 request) {
        book(Booking.withdrawn(participant, amount, request.toHex()));
    }

    /// The ledger has redeemed.
    @Transactional(propagation = Propagation.MANDATORY)
    public void redeemed(int participant, Amount amount, Bytes32 request) {
        book(Booking.redeemed(participant, amount, request.toHex()));
    }

    /// Sum of what banks brought: reserves + held + circulation, for ever.
    @Transactional(readOnly = true)
    public long opened() {
        return -balance(Booking.SETTLEMENT);
    }

    /// The books' own figure of the currency in circulation.
    @Transactional(readOnly = true)
    public long circulation() {
        return balance(Booking.CIRCULATION);
    }

    /// Balances are updated in the order of accounts' names, so two bookings never wait for each other.
    void book(Booking booking) {
        long id = jdbc.sql("insert into booking (kind, reference, booked_at) values (?, ?, ?) returning id")
                .params(booking.kind().name(), booking.reference(), Timestamp.from(clock.instant()))
                .query(Long.class)
                .single();
        for (Map.Entry<String, Long> posting : booking.postings().entrySet()) {
            jdbc.sql("insert into posting (booking, account, amount) values (?, ?, ?)")
                    .params(id, posting.getKey(), posting.getValue())
                    .update();
            int changed = jdbc.sql("update account set balance = balance + ? where name = ?")
                    .params(posting.getValue(), posting.getKey())
                    .update();
            Invariant.check(changed == 1, "a booking names an account that is not open");
        }
    }

    private long balance(String account) {
        return jdbc.sql("select balance from account where name = ?")
                .param(account)
                .query(Long.class)
                .single();
    }
}
