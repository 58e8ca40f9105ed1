package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.TransferCertificate;
import java.util.Optional;

/// A sequence of an account that the ledger rescues, from its freeze on.
///
/// @param held the certificate that was here at the freeze, executed or not; what the statement shows, for ever
/// @param outcome empty while it is frozen
/// @param stands whether the outcome's order stands; else the sequence is void
record Rescue(Optional<TransferCertificate> held, Optional<RescueOutcome> outcome, boolean stands) {

    static Rescue frozen(Optional<TransferCertificate> held) {
        return new Rescue(held, Optional.empty(), false);
    }

    boolean isFrozen() {
        return outcome.isEmpty();
    }

    boolean isVoid() {
        return outcome.isPresent() && !stands;
    }

    /// The order that stands.
    Optional<TransferCertificate> standing() {
        return stands ? outcome.flatMap(RescueOutcome::certificate) : Optional.empty();
    }

    boolean allows(Bytes32 orderId) {
        return standing().filter(it -> it.orderId().equals(orderId)).isPresent();
    }
}
