package io.florin.bank.payments.adapter;

import io.florin.bank.payments.PaymentCore.Event;
import io.florin.bank.protocol.WalletChanges;
import io.florin.runtime.loop.WakeSignal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// Keeps what the payments' core is to hear until its loop asks, and wakes the loop. Bounded by the number of wallets.
/// Any thread.
final class ChangeMailbox implements WalletChanges {

    private final WakeSignal signal;
    private final TreeSet<Long> wallets = new TreeSet<>();
    private boolean all;
    private boolean outbox;

    ChangeMailbox(WakeSignal signal) {
        this.signal = signal;
    }

    @Override
    public void changed(Collection<Long> changed) {
        if (!changed.isEmpty()) {
            List<Long> told = List.copyOf(changed);
            afterCommit(() -> wallets.addAll(told));
        }
    }

    @Override
    public void allChanged() {
        afterCommit(() -> all = true);
    }

    /// Tells that transactions that wait to be sent, or a reason not to send one, changed.
    void outboxChanged() {
        afterCommit(() -> outbox = true);
    }

    /// A commit whose answer was lost may have happened, and is told as rolled back by the manager of transactions:
    /// only what nobody tried to commit is no change.
    private void afterCommit(Runnable put) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            put(put);
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            private boolean tried;

            @Override
            public void beforeCommit(boolean readOnly) {
                tried = true;
            }

            @Override
            public void afterCompletion(int status) {
                if (tried || status != STATUS_ROLLED_BACK) {
                    put(put);
                }
            }
        });
    }

    private void put(Runnable put) {
        synchronized (this) {
            put.run();
        }
        signal.wake();
    }

    synchronized List<Event> takeAll() {
        List<Event> events = new ArrayList<>();
        if (!wallets.isEmpty()) {
            events.add(new Event.Changed(List.copyOf(wallets)));
        }
        if (all) {
            events.add(new Event.AllChanged());
        }
        if (outbox) {
            events.add(new Event.OutboxChanged());
        }
        wallets.clear();
        all = false;
        outbox = false;
        return events;
    }
}
