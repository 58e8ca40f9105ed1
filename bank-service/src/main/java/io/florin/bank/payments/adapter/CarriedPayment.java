package io.florin.bank.payments.adapter;

import io.florin.bank.payments.Settlement;
import io.florin.bank.protocol.PaymentOutcome;
import io.florin.bank.protocol.PaymentState;
import io.florin.ledger.TransactionId;
import java.util.UUID;

/// Facts of a payment that the end of its transaction needs.
///
/// @param state before
record CarriedPayment(
        UUID id,
        byte[] transactionId,
        PaymentState state,
        long wallet,
        String payeeAccount,
        long amount,
        String purpose) {

    Settlement.Carried carried() {
        return new Settlement.Carried(id, TransactionId.of(transactionId), state);
    }

    PaymentOutcome settled() {
        return new PaymentOutcome(id, wallet, payeeAccount, amount, purpose, PaymentState.SETTLED, "");
    }
}
