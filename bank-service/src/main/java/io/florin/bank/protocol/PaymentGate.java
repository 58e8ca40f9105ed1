package io.florin.bank.protocol;

import java.util.Optional;

/// Gate for orders that move money. A bank whose database was lost takes none as long as what it had sent before may
/// still commit: nobody could tell then what was ordered twice.
public interface PaymentGate {

    /// The code of the refusal.
    String CODE = "bank-recovering";

    /// Of a bank that never lost anything.
    PaymentGate OPEN = Optional::empty;

    /// Reason for which no order is taken now; empty where orders are taken.
    Optional<String> closed();
}
