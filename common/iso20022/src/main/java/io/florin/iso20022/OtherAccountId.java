package io.florin.iso20022;

import java.util.Optional;

/// An account identification that is not an IBAN (`Othr/Id` and its predecessors), at most 34 characters.
public record OtherAccountId(String value) implements AccountId {
    public OtherAccountId {
        if (!fits(value)) {
            throw new IllegalArgumentException("an account identification has 1 to 34 characters that XML can carry");
        }
    }

    public static Optional<OtherAccountId> parse(String text) {
        return fits(text) ? Optional.of(new OtherAccountId(text)) : Optional.empty();
    }

    private static boolean fits(String text) {
        return !text.isEmpty() && text.codePointCount(0, text.length()) <= 34 && Fitting.carriedByXml(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
