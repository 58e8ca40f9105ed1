package io.florin.simulation.bank;

import io.florin.bank.protocol.PaymentState;
import io.florin.ledger.TransactionId;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.Optional;

/// An accepted payment and what became of it.
public final class BankPayment {
    private static final int ATTEMPTS_MAX = 5;
    private static final long PAUSE_MILLIS = 300;

    private final CustomerOrder order;
    private PaymentState state = PaymentState.ACCEPTED;
    private Optional<TransactionId> transaction = Optional.empty();
    private Optional<String> reason = Optional.empty();
    private int attempts;
    private long planAfterMillis = Long.MIN_VALUE;
    private boolean alone;
    private Optional<TransactionOutput> prepared = Optional.empty();

    BankPayment(CustomerOrder order) {
        this.order = order;
    }

    public CustomerOrder order() {
        return order;
    }

    public PaymentState state() {
        return state;
    }

    /// Reason of the rejection.
    public Optional<String> reason() {
        return reason;
    }

    Optional<TransactionId> transaction() {
        return transaction;
    }

    void planAfter(long millis) {
        planAfterMillis = millis;
    }

    long planAfterMillis() {
        return planAfterMillis;
    }

    /// Whether it shares no transfer any more.
    boolean isAlone() {
        return alone;
    }

    /// The token that a transaction makes for it, or has made.
    Optional<TransactionOutput> prepared() {
        return prepared;
    }

    void prepared(TransactionOutput token) {
        prepared = Optional.of(token);
    }

    void submitted(TransactionId id) {
        state = PaymentState.SUBMITTED;
        transaction = Optional.of(id);
    }

    void settled() {
        state = PaymentState.SETTLED;
    }

    void rejected(String code) {
        state = PaymentState.REJECTED;
        reason = Optional.of(code);
    }

    /// One that it shared was refused, perhaps because of another payment in it.
    void separated() {
        alone = true;
        state = PaymentState.ACCEPTED;
        transaction = Optional.empty();
    }

    /// It is planned again, later each time, a bounded number of times.
    void failed(String code, long nowMillis) {
        attempts++;
        if (attempts >= ATTEMPTS_MAX) {
            rejected(code);
        } else {
            state = PaymentState.ACCEPTED;
            transaction = Optional.empty();
            planAfterMillis = nowMillis + (PAUSE_MILLIS << (attempts - 1));
        }
    }
}
