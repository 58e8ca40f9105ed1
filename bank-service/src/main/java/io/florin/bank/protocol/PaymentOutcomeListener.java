package io.florin.bank.protocol;

/// Hears of payments that reached their final state, in the database transaction that finishes them.
public interface PaymentOutcomeListener {

    void onOutcome(PaymentOutcome payment);
}
