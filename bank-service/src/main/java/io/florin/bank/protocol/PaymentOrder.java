package io.florin.bank.protocol;

import io.florin.ledger.Amount;
import io.florin.runtime.api.BankInternalApi.NameMatch;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payment to be accepted; everything is resolved and checked for form.
///
/// @param wallet number of the payer's wallet, custodial
/// @param payeeAccount IBAN or address as the payer named it
/// @param uetr empty where the payer states none: then the payment gets one
/// @param file the payment file it came with, with its line
/// @param payeeNameMatch how the name given for the payee compares with the account holder's
/// @param executionDate the day that the payer names, of the bank's zone; null to be paid at once
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
        @Nullable Integer line,
        NameMatch payeeNameMatch,
        @Nullable LocalDate executionDate) {

    /// An order without a comparison of names, for the bank itself says who is paid, and at once.
    public PaymentOrder(
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
        this(
                wallet,
                payee,
                payeeName,
                payeeAccount,
                amount,
                endToEndId,
                uetr,
                remittance,
                purpose,
                file,
                line,
                NameMatch.NOT_CHECKED,
                null);
    }

    /// The same under a UETR that the bank made for it.
    public PaymentOrder withUetr(String made) {
        return new PaymentOrder(
                wallet,
                payee,
                payeeName,
                payeeAccount,
                amount,
                endToEndId,
                made,
                remittance,
                purpose,
                file,
                line,
                payeeNameMatch,
                executionDate);
    }

    /// The same on a day.
    public PaymentOrder on(@Nullable LocalDate day) {
        return new PaymentOrder(
                wallet,
                payee,
                payeeName,
                payeeAccount,
                amount,
                endToEndId,
                uetr,
                remittance,
                purpose,
                file,
                line,
                payeeNameMatch,
                day);
    }

    /// Purpose of a movement of money.
    public enum Purpose {
        PAYMENT,
        FUND,
        DEFUND
    }
}
