package io.florin.iso20022;

import java.time.LocalDate;
import java.util.Optional;

/// One payment that can be made as far as the message goes: everything needed is there and well formed.
///
/// @param number counts the payments of the file from 1, across batches
/// @param requestedDate when it is to be executed: its own date, or its batch's, a day of the bank's zone
/// @param remittance what it is for, in the payer's words or as a creditor reference
public record PaymentLine(
        int number,
        Place place,
        PaymentIds ids,
        InstructedAmount amount,
        Party debtor,
        Party creditor,
        Optional<LocalDate> requestedDate,
        Optional<String> remittance) {
    public PaymentLine {
        if (ids.endToEndId().isEmpty() || creditor.account().isEmpty()) {
            throw new IllegalArgumentException("a line has an end-to-end identification and a creditor's account");
        }
    }

    public String endToEndId() {
        return ids.endToEndId().orElseThrow();
    }

    public AccountId creditorAccount() {
        return creditor.account().orElseThrow();
    }
}
