package io.florin.iso20022;

/// The reasons Florin gives in status reports, codes of the ISO 20022 external code set `ExternalStatusReason1Code`.
public enum StatusReason {
    /// Format of the account number, or its check digits, are wrong.
    AC01,
    /// The debtor's account is missing or wrong.
    AC02,
    /// The creditor's account is missing or wrong.
    AC03,
    /// The account is closed.
    AC04,
    /// The account is blocked.
    AC06,
    /// This transaction is forbidden on this account.
    AG01,
    /// The amount is zero.
    AM01,
    /// The amount is above a limit.
    AM02,
    /// The currency is not one the bank handles.
    AM03,
    /// Insufficient funds.
    AM04,
    /// The same payment, or the same file, came before.
    AM05,
    /// The amount received is not the amount agreed.
    AM09,
    /// The control sum differs from the sum of the lines.
    AM10,
    /// The amount is invalid: too many decimals, too large.
    AM12,
    /// The number of transactions is not the number stated.
    AM18,
    /// An identification code is missing or wrong.
    BE15,
    /// The creditor's name is missing.
    BE22,
    /// Somebody who may has cancelled the order.
    DS02,
    /// The date is invalid: too far ahead.
    DT01,
    /// The end-to-end identification occurs twice.
    DU04,
    /// The file's format is wrong.
    FF01,
    /// The payment type is not one the bank handles.
    FF03,
    /// Reason given in words only.
    NARR,
    /// A bank's identifier is wrong.
    RC01,
    /// The debtor's bank is not the one that is asked.
    RC03,
    /// The creditor's bank is not the one that keeps the creditor's account.
    RC04,
    /// A BIC is of no country.
    RC05,
    /// Regulatory reason.
    RR04,
    /// Time-out: the payment was not final before its expiry.
    TM01
}
