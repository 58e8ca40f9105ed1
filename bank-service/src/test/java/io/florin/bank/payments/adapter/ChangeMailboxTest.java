package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.PaymentCore.Event;
import io.florin.runtime.loop.WakeSignal;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// What is told is heard when it can be seen, and what never happened is not heard.
class ChangeMailboxTest {

    private final ChangeMailbox mailbox = new ChangeMailbox(new WakeSignal());

    @AfterEach
    void noTransactionIsLeft() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.clearSynchronization();
        }
    }

    private void inTransaction(Consumer<ChangeMailbox> work, int status) {
        TransactionSynchronizationManager.initSynchronization();
        work.accept(mailbox);
        assertThat(mailbox.takeAll()).as("before it ends").isEmpty();
        TransactionSynchronizationManager.getSynchronizations().forEach(each -> each.afterCompletion(status));
    }

    @Test
    void outsideATransactionItIsHeardAtOnceAndOnce() {
        mailbox.changed(3);
        mailbox.changed(List.of(2L, 3L));
        assertThat(mailbox.takeAll()).containsExactly(new Event.Changed(List.of(2L, 3L)));
        assertThat(mailbox.takeAll()).isEmpty();
    }

    @Test
    void insideOneItIsHeardWhenThatIsCommitted() {
        inTransaction(box -> box.changed(3), TransactionSynchronization.STATUS_COMMITTED);
        assertThat(mailbox.takeAll()).containsExactly(new Event.Changed(List.of(3L)));
    }

    @Test
    void whatIsRolledBackIsNoChange() {
        inTransaction(
                box -> {
                    box.allChanged();
                    box.outboxChanged();
                },
                TransactionSynchronization.STATUS_ROLLED_BACK);
        assertThat(mailbox.takeAll()).isEmpty();
    }

    /// The answer to the commit was lost.
    @Test
    void whatMayBeCommittedIsHeard() {
        inTransaction(
                box -> {
                    box.allChanged();
                    box.outboxChanged();
                },
                TransactionSynchronization.STATUS_UNKNOWN);
        assertThat(mailbox.takeAll()).containsExactly(new Event.AllChanged(), new Event.OutboxChanged());
    }

    /// The answer to the commit was lost, and the manager of transactions takes that for a failure of the commit.
    @Test
    void aCommitThatIsToldAsRolledBackIsHeard() {
        TransactionSynchronizationManager.initSynchronization();
        mailbox.changed(3);
        for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
            each.beforeCommit(false);
            each.afterCompletion(TransactionSynchronization.STATUS_ROLLED_BACK);
        }
        assertThat(mailbox.takeAll()).containsExactly(new Event.Changed(List.of(3L)));
    }
}
