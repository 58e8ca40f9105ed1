package io.florin.centralbank.reserves;

import io.florin.centralbank.incidents.Incidents;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Adds the books up again from their postings and raises an incident where they do not agree: all postings after each
/// booking and each change of a balance, and every minute, for somebody may have altered old ones.
///
/// One thread calls it.
public class BookCheck {
    public static final String BROKEN = "books-broken";

    /// Time after which all is added up without a sign of a change.
    static final Duration ANYWAY = Duration.ofMinutes(1);

    private static final String SIGN = """
        select coalesce((select max(id) from booking), 0) || ' '
            || coalesce((select string_agg(name || '=' || balance, ' ' order by name) from account), '')
        """;

    private final JdbcClient jdbc;
    private final Incidents incidents;
    private final InstantSource clock;
    private String agreed = "";
    private Instant agreedAt = Instant.EPOCH;

    public BookCheck(JdbcClient jdbc, Incidents incidents, InstantSource clock) {
        this.jdbc = jdbc;
        this.incidents = incidents;
        this.clock = clock;
    }

    /// Each account is the sum of its postings, and each booking's postings add up to nothing. One statement where
    /// nothing has been booked since they did.
    @Transactional(isolation = Isolation.REPEATABLE_READ)
    public void check() {
        String sign = jdbc.sql(SIGN).query(String.class).single();
        Instant now = clock.instant();
        if (sign.equals(agreed) && !now.isBefore(agreedAt) && now.isBefore(agreedAt.plus(ANYWAY))) {
            return;
        }
        boolean broken = addUp();
        agreed = broken ? "" : sign;
        agreedAt = now;
    }

    /// @return whether an incident was raised
    private boolean addUp() {
        List<String> accounts = jdbc.sql("""
            select a.name from account a left join posting p on p.account = a.name
            group by a.name, a.balance having a.balance <> coalesce(sum(p.amount), 0) order by a.name
            """).query(String.class).list();
        for (String account : accounts) {
            incidents.raise(BROKEN, "account " + account + " is not the sum of its postings");
        }
        List<Long> bookings = jdbc.sql("select booking from posting group by booking having sum(amount) <> 0 limit 10")
                .query(Long.class)
                .list();
        for (Long booking : bookings) {
            incidents.raise(BROKEN, "booking " + booking + " does not add up to nothing");
        }
        return !accounts.isEmpty() || !bookings.isEmpty();
    }
}
