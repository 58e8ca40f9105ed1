package io.florin.bank.protocol;

import io.florin.ledger.Amount;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payment to be accepted; everything is resolved and checked for form.
///
/// @param wallet number of the payer's wallet, custodial
/// @param payeeAccount IBAN or address as the payer named it
/// @param file the payment file it came with, with its line
public record PaymentOrder(
        long wallet,
        PayTo payee,
        String payeeName,
        String payeeAccount,
        Amount amount,
        String endToEndId,
        String uetr,
        String remittance,
        Purpose purpose,
        @Nullable UUID file,
        @Nullable Integer line) {

    /// Why money moves.
    public enum Purpose {
        PAYMENT,
        FUND,
        DEFUND
    }
}
