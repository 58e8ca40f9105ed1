package io.florin.simulation.bank;

import io.florin.bank.payments.Sendable;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import java.util.List;
import java.util.UUID;

/// A signed transaction and how far it is.
final class OutboxEntry implements Sendable {
    private final long wallet;
    private final BankEntry.Signed signed;
    private int attempts;
    private long nextMillis = Long.MIN_VALUE;
    private boolean over;
    private boolean expired;

    OutboxEntry(long wallet, BankEntry.Signed signed) {
        this.wallet = wallet;
        this.signed = signed;
    }

    Submission submission() {
        return signed.submission();
    }

    ClientTransaction transaction() {
        return signed.transaction();
    }

    List<UUID> pays() {
        return signed.pays();
    }

    long wallet() {
        return wallet;
    }

    boolean isOver() {
        return over;
    }

    void finish() {
        over = true;
    }

    /// No block can carry it any more.
    void expire() {
        expired = true;
    }

    boolean isExpired() {
        return expired;
    }

    void dueAt(long millis) {
        nextMillis = millis;
    }

    long nextMillis() {
        return nextMillis;
    }

    void claimed(long next) {
        attempts++;
        nextMillis = next;
    }

    void postponed(boolean neverSent, long next) {
        attempts -= neverSent ? 1 : 0;
        nextMillis = next;
    }

    @Override
    public TransactionId transactionId() {
        return transaction().id();
    }

    @Override
    public UUID plan() {
        return signed.plan();
    }

    @Override
    public int stage() {
        return signed.stage();
    }

    @Override
    public int size() {
        return transaction().encode().length;
    }

    @Override
    public int attempts() {
        return attempts;
    }

    @Override
    public boolean isNewOfFile() {
        return false;
    }

    @Override
    public long configurationVersion() {
        return transaction().header().configurationVersion();
    }

    @Override
    public String toString() {
        return "transaction of wallet " + wallet + ", stage " + stage() + ", expires at "
                + transaction().header().expiryHeight() + ", sent " + attempts + " times, again at " + nextMillis;
    }
}
