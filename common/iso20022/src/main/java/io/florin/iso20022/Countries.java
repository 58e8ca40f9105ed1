package io.florin.iso20022;

import java.util.Locale;
import java.util.Set;

/// The countries that a BIC can be of: those of ISO 3166-1, and two of its user-assigned codes.
final class Countries {
    /// Kosovo, as SWIFT and the IBAN registry write it.
    private static final String KOSOVO = "XK";
    /// The fictional country of this network's own banks and account numbers.
    private static final String FICTIONAL = "XF";

    private static final Set<String> ISO = Set.of(Locale.getISOCountries());

    private Countries() {}

    static boolean known(String code) {
        return ISO.contains(code) || code.equals(KOSOVO) || code.equals(FICTIONAL);
    }
}
