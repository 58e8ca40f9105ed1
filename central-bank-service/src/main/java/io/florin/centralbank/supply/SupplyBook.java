package io.florin.centralbank.supply;

import io.florin.centralbank.supply.Reserves.Account;
import io.florin.centralbank.supply.SupplyFollower.Position;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Adds the supply up, in one snapshot of the database.
public final class SupplyBook {

    private final SupplyFollower follower;
    private final Reserves reserves;
    private final JdbcClient jdbc;
    private final TransactionTemplate snapshot;

    SupplyBook(SupplyFollower follower, Reserves reserves, JdbcClient jdbc, TransactionTemplate snapshot) {
        this.follower = follower;
        this.reserves = reserves;
        this.jdbc = jdbc;
        this.snapshot = snapshot;
    }

    public SupplyView view() {
        return java.util.Objects.requireNonNull(snapshot.execute(_ -> add()));
    }

    private SupplyView add() {
        Position position = follower.position();
        long free = 0;
        long held = 0;
        for (Account account : reserves.accounts()) {
            free = Math.addExact(free, account.balance());
            held = Math.addExact(held, account.held());
        }
        long outstanding = position.issued() - position.redeemed();
        long opened = reserves.opened();
        List<String> incidents = jdbc.sql("select code || ': ' || detail from incident order by id")
                .query(String.class)
                .list();
        return new SupplyView(
                position.block(),
                position.issued(),
                position.redeemed(),
                outstanding,
                free,
                held,
                opened,
                free + held + outstanding == opened,
                incidents);
    }
}
