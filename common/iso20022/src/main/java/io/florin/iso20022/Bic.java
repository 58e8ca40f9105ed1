package io.florin.iso20022;

import java.util.Optional;
import java.util.regex.Pattern;

/// A Business Identifier Code (ISO 9362): eight characters, or eleven with the branch.
public record Bic(String value) {
    private static final Pattern FORM = Pattern.compile("[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?");

    public Bic {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not in the form of a BIC");
        }
    }

    public static Optional<Bic> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new Bic(text)) : Optional.empty();
    }

    /// Eight characters mean the head office, as branch `XXX` does.
    public boolean sameInstitutionAs(Bic other) {
        return full().equals(other.full());
    }

    /// Whether both are of one bank, whatever its branch: the first eight characters.
    public boolean sameBankAs(Bic other) {
        return value.substring(0, 8).equals(other.value.substring(0, 8));
    }

    /// Two letters in the form of an ISO 3166-1 code.
    public String country() {
        return value.substring(4, 6);
    }

    private String full() {
        return value.length() == 8 ? value + "XXX" : value;
    }

    @Override
    public String toString() {
        return value;
    }
}
