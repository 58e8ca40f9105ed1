package io.florin.wallet.payment;

import io.florin.ledger.Amount;
import io.florin.wallet.address.WalletAddress;

/// One payment as its payer means it.
///
/// @param endToEndId at most 35 characters, may be empty
/// @param uetr at most 36 characters, may be empty
/// @param remittance at most 140 characters, may be empty
/// @param payer how the payer wants to be seen by the payee, may be empty
/// @param payerName as the payer's bank knows its customer, at most 140 bytes of UTF-8; empty where no bank pays
public record Instruction(
        WalletAddress payee,
        Amount amount,
        String endToEndId,
        String uetr,
        String remittance,
        String payer,
        String payerName) {

    /// Of a payer without a name.
    public Instruction(
            WalletAddress payee, Amount amount, String endToEndId, String uetr, String remittance, String payer) {
        this(payee, amount, endToEndId, uetr, remittance, payer, "");
    }

    public Instruction {
        if (amount.isZero()) {
            throw new IllegalArgumentException("a payment has an amount above zero");
        }
    }
}
