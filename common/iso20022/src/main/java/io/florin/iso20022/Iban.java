package io.florin.iso20022;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// An International Bank Account Number in its electronic form (no blanks), with right check digits (ISO 7064,
/// mod 97-10) and, where the country is known to us, the length its registry entry gives.
public record Iban(String value) implements AccountId {
    private static final Pattern FORM = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}");

    /// Lengths by country, ISO 13616 registry. Countries that are not listed are held to the form alone.
    private static final Map<String, Integer> LENGTHS = Map.ofEntries(
            Map.entry("AT", 20),
            Map.entry("BE", 16),
            Map.entry("BG", 22),
            Map.entry("CH", 21),
            Map.entry("CY", 28),
            Map.entry("CZ", 24),
            Map.entry("DE", 22),
            Map.entry("DK", 18),
            Map.entry("EE", 20),
            Map.entry("ES", 24),
            Map.entry("FI", 18),
            Map.entry("FR", 27),
            Map.entry("GB", 22),
            Map.entry("GR", 27),
            Map.entry("HR", 21),
            Map.entry("HU", 28),
            Map.entry("IE", 22),
            Map.entry("IS", 26),
            Map.entry("IT", 27),
            Map.entry("LI", 21),
            Map.entry("LT", 20),
            Map.entry("LU", 20),
            Map.entry("LV", 21),
            Map.entry("MC", 27),
            Map.entry("MT", 31),
            Map.entry("NL", 18),
            Map.entry("NO", 15),
            Map.entry("PL", 28),
            Map.entry("PT", 25),
            Map.entry("RO", 24),
            Map.entry("SE", 24),
            Map.entry("SI", 19),
            Map.entry("SK", 24),
            Map.entry("SM", 27));

    public Iban {
        value = value.toUpperCase(Locale.ROOT);
        Optional<String> flaw = flawOf(value);
        if (flaw.isPresent()) {
            throw new IllegalArgumentException(flaw.get());
        }
    }

    /// The IBAN of a country code and a basic bank account number: computes the check digits.
    public static Iban of(String country, String bban) {
        String rest = (bban + country + "00").toUpperCase(Locale.ROOT);
        if (!FORM.matcher(country + "00" + bban.toUpperCase(Locale.ROOT)).matches()) {
            throw new IllegalArgumentException("not a country code and a basic bank account number");
        }
        int check = 98 - Mod97.of(rest);
        return new Iban(country + (check < 10 ? "0" : "") + check + bban);
    }

    public static Optional<Iban> parse(String text) {
        return flawOf(text).isPresent() ? Optional.empty() : Optional.of(new Iban(text));
    }

    /// Flaw of this text as an IBAN; empty when there is none.
    static Optional<String> flawOf(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (!FORM.matcher(upper).matches()) {
            return Optional.of("not in the form of an IBAN");
        }
        Integer length = LENGTHS.get(upper.substring(0, 2));
        if (length != null && length != upper.length()) {
            return Optional.of("an IBAN of this country has " + length + " characters");
        }
        return Mod97.of(upper.substring(4) + upper.substring(0, 4)) == 1
                ? Optional.empty()
                : Optional.of("the IBAN's check digits are wrong");
    }

    public String country() {
        return value.substring(0, 2);
    }

    @Override
    public String toString() {
        return value;
    }
}
