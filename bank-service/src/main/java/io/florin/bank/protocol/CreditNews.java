package io.florin.bank.protocol;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// Wakes whoever screens credits when some of other banks were held, or notes came that may be of some. What is told
/// inside a database transaction is heard when that has ended, however. Any thread.
public final class CreditNews {

    private final Runnable wake;

    public CreditNews(Runnable wake) {
        this.wake = wake;
    }

    public void tell() {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            wake.run();
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                wake.run();
            }
        });
    }
}
