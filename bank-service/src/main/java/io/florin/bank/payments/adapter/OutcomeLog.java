package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.PaymentOutcome;
import io.florin.bank.protocol.PaymentOutcomeListener;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// Payments in the order in which they became final, each with its place: 1, 2, 3 and so on without a gap. What a
/// database transaction finished is appended just before it commits, so nothing is waited for while the counter of
/// places is held. Any thread.
final class OutcomeLog implements PaymentOutcomeListener {

    private final JdbcClient jdbc;
    private final Runnable flush;
    private final PaymentNews news;

    /// @param flush sends to the database what the transaction holds back: rows are locked before the counter
    OutcomeLog(JdbcClient jdbc, Runnable flush, PaymentNews news) {
        this.jdbc = jdbc;
        this.flush = flush;
        this.news = news;
    }

    /// @param place from 1
    record Outcome(long place, UUID payment) {}

    @Override
    public void onOutcome(PaymentOutcome payment) {
        Finished finished = (Finished) TransactionSynchronizationManager.getResource(this);
        if (finished == null) {
            finished = new Finished();
            TransactionSynchronizationManager.bindResource(this, finished);
            TransactionSynchronizationManager.registerSynchronization(finished);
        }
        finished.payments.add(payment.id());
    }

    /// Outcomes behind a place, in order.
    List<Outcome> after(long place, int limit) {
        return jdbc.sql("select place, payment_id from payment_outcome where place > ? order by place limit ?")
                .params(place, limit)
                .query((row, _) -> new Outcome(row.getLong("place"), row.getObject("payment_id", UUID.class)))
                .list();
    }

    /// Place of the last one, 0 before there is any.
    long last() {
        return jdbc.sql("select last from payment_outcome_count")
                .query(Long.class)
                .single();
    }

    private void append(List<UUID> payments) {
        jdbc.sql("""
            with counted as (update payment_outcome_count set last = last + ? returning last)
            insert into payment_outcome (place, payment_id)
            select counted.last - ? + finished.ordinality, finished.id
            from counted, unnest(?::uuid[]) with ordinality as finished (id, ordinality)
            """)
                .params(payments.size(), payments.size(), payments.toArray(UUID[]::new))
                .update();
    }

    /// Payments that one database transaction finished.
    private final class Finished implements TransactionSynchronization {
        private final List<UUID> payments = new ArrayList<>();

        @Override
        public void suspend() {
            TransactionSynchronizationManager.unbindResource(OutcomeLog.this);
        }

        @Override
        public void resume() {
            TransactionSynchronizationManager.bindResource(OutcomeLog.this, this);
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            flush.run();
            append(payments);
        }

        /// Also after a rollback: a commit whose answer was lost may have happened.
        @Override
        public void afterCompletion(int status) {
            TransactionSynchronizationManager.unbindResourceIfPossible(OutcomeLog.this);
            news.told(payments);
        }
    }
}
