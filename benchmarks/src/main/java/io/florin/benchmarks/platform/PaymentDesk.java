package io.florin.benchmarks.platform;

import java.time.Instant;
import java.util.Optional;

/// One bank's payments as a customer's program sees them.
interface PaymentDesk {

    /// @param key makes repeating it harmless
    /// @param amount minor units
    record Order(String key, long wallet, Payer payee, long amount) {}

    /// State of a payment.
    enum State {
        OPEN,
        SETTLED,
        REJECTED
    }

    /// @param finalAt when the bank learned the final status
    /// @param transactionId hex, empty before it is signed
    record View(State state, Optional<Instant> finalAt, String transactionId) {
        boolean isFinal() {
            return state != State.OPEN;
        }
    }

    /// @return id of the accepted payment; empty when the bank refuses it
    Optional<String> pay(Order order);

    View view(String id);

    /// A custodial wallet that pays and is paid.
    record Payer(PaymentDesk desk, long wallet, String iban, String holder) {}
}
