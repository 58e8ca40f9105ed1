package io.florin.bank.iso20022;

/// An account identification that is not an IBAN (`Othr/Id` and its predecessors), at most 34 characters.
public record OtherAccountId(String value) implements AccountId {
    public OtherAccountId {
        if (value.isEmpty() || value.codePointCount(0, value.length()) > 34) {
            throw new IllegalArgumentException("an account identification has 1 to 34 characters");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
