package io.florin.bank.payments;

import java.util.Locale;

/// Reasons for which a payment ended without a transaction: none was sent that could still commit, and its money is
/// free again.
public enum UnbuildableReason {
    /// More than one token of the currency can be worth.
    AMOUNT_OUT_OF_RANGE,
    /// Nothing can be paid to the payee's address.
    ACCOUNT_NOT_PAYABLE,
    /// The payer was suspended before the payment was signed.
    OWNER_SUSPENDED,
    /// The payer was revoked before the payment was signed.
    OWNER_REVOKED,
    /// Its proof failed each time, also on its own.
    CANNOT_BE_PROVEN,
    /// Certification, a credential, an endorser or an auditor did not come in time.
    NOT_SENT_IN_TIME;

    /// As customers see it.
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
