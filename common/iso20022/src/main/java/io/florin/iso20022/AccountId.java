package io.florin.iso20022;

/// How a message names an account: by IBAN, or by any other identification its bank understands.
public sealed interface AccountId permits Iban, OtherAccountId {
    String value();
}
