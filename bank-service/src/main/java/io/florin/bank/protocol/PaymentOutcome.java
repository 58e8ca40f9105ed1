package io.florin.bank.protocol;

import java.util.UUID;

/// A payment that has reached its final state.
///
/// @param amount minor units
/// @param purpose name of a [PaymentOrder.Purpose]
/// @param reason why it was rejected, empty otherwise
public record PaymentOutcome(
        UUID id, long wallet, String payeeAccount, long amount, String purpose, PaymentState state, String reason) {}
