package io.florin.doubles.api;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;

/// Database transactions without a database: they are committed at once, and none is undone. A rollback is a failure of
/// the test.
public final class UnkeptTransactions implements PlatformTransactionManager {

    @Override
    public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
        return new SimpleTransactionStatus();
    }

    @Override
    public void commit(TransactionStatus status) {}

    @Override
    public void rollback(TransactionStatus status) {
        throw new Unasked("rollback");
    }
}
