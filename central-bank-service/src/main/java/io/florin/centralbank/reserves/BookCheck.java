package io.florin.centralbank.reserves;

import io.florin.centralbank.incidents.Incidents;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Adds the books up again from their postings and raises an incident where they do not agree.
public class BookCheck {
    public static final String BROKEN = "books-broken";

    private final JdbcClient jdbc;
    private final Incidents incidents;

    public BookCheck(JdbcClient jdbc, Incidents incidents) {
        this.jdbc = jdbc;
        this.incidents = incidents;
    }

    /// Each account is the sum of its postings, and each booking's postings add up to nothing.
    @Transactional(isolation = Isolation.REPEATABLE_READ)
    public void check() {
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
    }
}
