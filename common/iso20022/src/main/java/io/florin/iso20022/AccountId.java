package io.florin.iso20022;

/// Identification of an account in a message: by IBAN, or by any other identification its bank understands.
public sealed interface AccountId permits Iban, OtherAccountId {
    String value();
}
