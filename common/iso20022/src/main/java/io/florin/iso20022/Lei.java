package io.florin.iso20022;

import java.util.Optional;
import java.util.regex.Pattern;

/// A Legal Entity Identifier (ISO 17442) with right check digits.
public record Lei(String value) {
    private static final Pattern FORM = Pattern.compile("[A-Z0-9]{18}[0-9]{2}");

    public Lei {
        Optional<String> flaw = flawOf(value);
        if (flaw.isPresent()) {
            throw new IllegalArgumentException(flaw.get());
        }
    }

    public static Optional<Lei> parse(String text) {
        return flawOf(text).isPresent() ? Optional.empty() : Optional.of(new Lei(text));
    }

    /// Flaw of this text as an LEI; empty when there is none.
    static Optional<String> flawOf(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.of("not in the form of an LEI");
        }
        return Mod97.of(text) == 1 ? Optional.empty() : Optional.of("the LEI's check digits are wrong");
    }

    @Override
    public String toString() {
        return value;
    }
}
