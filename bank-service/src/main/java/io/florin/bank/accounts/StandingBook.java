package io.florin.bank.accounts;

import io.florin.bank.protocol.WalletChanges;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RecordSequence.Position;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.runtime.activity.Activity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Standings of wallets in the database, written many at once: a statement for each ten thousand, by the owner keys'
/// index. A wallet whose enrollment is not known yet keeps its state and takes the standing with it
/// ([Wallet#enrolled]).
final class StandingBook implements StandingFollower.Book {

    private static final int WALLETS_PER_STATEMENT = 10_000;

    private static final String APPLY = """
        update wallet set
            standing = told.standing,
            state = case when wallet.state in ('ENROLLED', 'SUSPENDED', 'REVOKED') then told.state else wallet.state end,
            reason = case when wallet.state in ('ENROLLED', 'SUSPENDED', 'REVOKED') and wallet.state <> told.state
                then '' else wallet.reason end,
            unexplained = wallet.unexplained
                or wallet.state in ('ENROLLED', 'SUSPENDED', 'REVOKED') and wallet.state <> told.state
        from (select owner_key, standing, case standing when 'ACTIVE' then 'ENROLLED' else standing end as state
            from unnest(?::bytea[], ?::varchar[]) as records (owner_key, standing)) told
        where wallet.owner_key = told.owner_key and wallet.standing is distinct from told.standing
        returning wallet.number
        """;

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final WalletChanges changes;
    private final WalletNews news;
    private final Activity activity;

    /// @param news told, as is the activity, when standings changed
    StandingBook(
            JdbcClient jdbc,
            TransactionTemplate transactions,
            WalletChanges changes,
            WalletNews news,
            Activity activity) {
        this.news = news;
        this.activity = activity;
        this.changes = changes;
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    @Override
    public Position position() {
        return jdbc.sql("select sequence, time_millis, epoch from registration_position where id = 1")
                .query((row, _) -> new Position(row.getLong(1), row.getLong(2), row.getLong(3)))
                .single();
    }

    @Override
    public boolean apply(Position before, Position after, Map<OwnerKey, Standing> changed) {
        boolean applied = Boolean.TRUE.equals(transactions.execute(_ -> {
            int moved = jdbc.sql("update registration_position set sequence = ?, time_millis = ?, epoch = ?"
                            + " where id = 1 and sequence = ?")
                    .params(after.sequence(), after.timeMillis(), after.epoch(), before.sequence())
                    .update();
            if (moved == 1) {
                apply(changed);
            }
            return moved == 1;
        }));
        if (applied && !changed.isEmpty()) {
            news.tell();
            activity.happened();
        }
        return applied;
    }

    private void apply(Map<OwnerKey, Standing> changed) {
        List<Map.Entry<OwnerKey, Standing>> all = new ArrayList<>(changed.entrySet());
        for (int from = 0; from < all.size(); from += WALLETS_PER_STATEMENT) {
            List<Map.Entry<OwnerKey, Standing>> part =
                    all.subList(from, Math.min(from + WALLETS_PER_STATEMENT, all.size()));
            byte[][] owners =
                    part.stream().map(each -> each.getKey().value().toArray()).toArray(byte[][]::new);
            String[] standings =
                    part.stream().map(each -> each.getValue().name()).toArray(String[]::new);
            changes.changed(
                    jdbc.sql(APPLY).params(owners, standings).query(Long.class).list());
        }
    }
}
