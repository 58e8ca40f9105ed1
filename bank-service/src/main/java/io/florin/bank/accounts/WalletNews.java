package io.florin.bank.accounts;

import io.florin.runtime.loop.WakeSignal;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// News for whoever enrolls wallets: one was opened, or how one stands has changed. Any thread tells; nothing depends
/// on it, for wallets are looked at now and then without.
public final class WalletNews {
    private final WakeSignal signal = new WakeSignal();
    private final AtomicBoolean told = new AtomicBoolean();

    /// Wakes with each news.
    public WakeSignal signal() {
        return signal;
    }

    /// Tells of what was done; in a database transaction when that is committed.
    void tell() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    tellNow();
                }
            });
        } else {
            tellNow();
        }
    }

    private void tellNow() {
        told.set(true);
        signal.wake();
    }

    /// Whether there were news since it was asked last.
    boolean taken() {
        return told.getAndSet(false);
    }
}
