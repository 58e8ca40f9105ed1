package io.florin.wallet.hidden;

import io.florin.ledger.Amount;
import io.florin.ledger.privacy.HiddenOpening;

/// One payment in a hidden currency as its payer means it. Prints nothing.
///
/// @param endToEndId at most 35 characters, may be empty
/// @param uetr at most 36 characters, may be empty
/// @param remittance at most 140 characters, may be empty
/// @param payer how the payer wants to be seen by the payee, may be empty
/// @param payerName as the payer's bank knows its customer, at most 140 bytes of UTF-8; empty where no bank pays
public record HiddenInstruction(
        HiddenAddress payee,
        Amount amount,
        String endToEndId,
        String uetr,
        String remittance,
        String payer,
        String payerName) {

    /// Of a payer without a name.
    public HiddenInstruction(
            HiddenAddress payee, Amount amount, String endToEndId, String uetr, String remittance, String payer) {
        this(payee, amount, endToEndId, uetr, remittance, payer, "");
    }

    public HiddenInstruction {
        if (amount.isZero()) {
            throw new IllegalArgumentException("a payment has an amount above zero");
        }
    }

    /// Without references.
    public static HiddenInstruction bare(HiddenAddress payee, Amount amount) {
        return new HiddenInstruction(payee, amount, "", "", "", "");
    }

    HiddenNote note(HiddenOpening opening) {
        return new HiddenNote(opening, endToEndId, uetr, remittance, payer, payerName);
    }

    @Override
    public String toString() {
        return "HiddenInstruction";
    }
}
