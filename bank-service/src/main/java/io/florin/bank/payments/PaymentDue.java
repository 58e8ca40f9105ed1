package io.florin.bank.payments;

import io.florin.ledger.Amount;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.Optional;
import java.util.UUID;

/// An accepted payment that is to be made.
///
/// @param ofFile whether it came with a file
/// @param payable whether its payee has an address in this currency
/// @param token that a split made for it, with others or alone
/// @param alone whether it shares no transaction: one that it shared was refused or could not be proven
public record PaymentDue(
        UUID id, Amount amount, boolean ofFile, boolean payable, Optional<TransactionOutput> token, boolean alone) {}
